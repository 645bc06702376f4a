"""What each source said of a fixture, and the fixture that it amounts to."""
