"""What screens show, and pages in part, as lines of styled text: pure functions of rows and a width."""
