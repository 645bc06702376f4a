"""The exit codes of every command."""

DONE = 0
NOT_AS_ASKED = 1
WRONG_USAGE = 2
REMOTE_REFUSED = 3
INTERRUPTED = 130
