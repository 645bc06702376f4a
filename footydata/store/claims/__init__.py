"""Claims: what each source says of a fixture, and the fixture that they are merged into."""
