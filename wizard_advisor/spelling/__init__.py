"""How cards are spelled: letters, pieces without blanks between them, and the words of many languages."""
