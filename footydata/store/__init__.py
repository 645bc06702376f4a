"""The write side: schema, migrations, writing."""
