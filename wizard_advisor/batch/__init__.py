"""Files of situations: rows in, answers out."""
