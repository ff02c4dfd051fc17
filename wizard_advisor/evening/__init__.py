"""An evening of Wizard on a score pad: whose turn it is, the scores, undo and mending, the file, the statistics."""
