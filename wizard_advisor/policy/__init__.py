"""How somebody bids and plays, as data and as plain functions that are compiled too."""
