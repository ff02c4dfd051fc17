"""From a situation to an answer with its error."""
