"""The database's file: opened, migrated, copied, restored, watched."""
