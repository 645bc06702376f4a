"""The v1 client, for any server or a database in this process."""
