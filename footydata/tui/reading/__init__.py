"""What the screens read: queries put together for one picture."""
