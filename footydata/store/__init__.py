"""The write side: schema, migrations, resolver, writing."""
