"""What makes the register: maintainers run it, and its tests stand beside it."""
