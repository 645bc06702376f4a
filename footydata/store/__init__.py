"""The write side: schema, migrations, identity, writing."""
