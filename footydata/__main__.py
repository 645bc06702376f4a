"""The program `footydata`, also as `python -m footydata`."""

import sys

INTERRUPTED = 130
"""The exit code of an interrupted command, as in cli.exits, which may not be imported yet."""


def main() -> None:
    """Run the command line; an interrupt while it is being imported exits like that of a command."""
    try:
        from footydata.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; nothing was begun.\n")
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
