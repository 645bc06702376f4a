"""Where the data came from, and what is wrong with it."""
