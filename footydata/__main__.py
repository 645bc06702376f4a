"""The program `footydata`, also as `python -m footydata`."""

import gc
import sys

INTERRUPTED = 130
"""The exit code of an interrupted command, as in cli.printing, which may not be imported yet."""

COLLECTED_EVERY = 10_000
"""New objects between two runs of the garbage collector in this process, 700 by default.

A batch of a load makes some twenty thousand, all freed without the collector: its runs took a tenth of a load.
"""


def main() -> None:
    """Run the command line; an interrupt while it is being imported exits like that of a command."""
    gc.set_threshold(COLLECTED_EVERY)
    try:
        from footydata.faces.cli import main as run
    except KeyboardInterrupt:
        sys.stderr.write("Interrupted; nothing was begun.\n")
        sys.exit(INTERRUPTED)
    run()


if __name__ == "__main__":
    main()
