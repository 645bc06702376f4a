"""What the browser draws, as lines of styled text: pure functions of rows and a width, without a terminal."""
