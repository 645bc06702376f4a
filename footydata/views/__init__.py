"""What can be shown, declared once: a view is a function of what may be asked, and returns all that may be shown."""
