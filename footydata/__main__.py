"""python -m footydata."""

from footydata.cli import main

if __name__ == "__main__":
    main()
