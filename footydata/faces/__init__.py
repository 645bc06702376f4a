"""What people see: command line, terminal browser, pages."""
