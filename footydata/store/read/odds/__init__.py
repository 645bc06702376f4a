"""Recorded quotes, fair lines and sealed forecasts."""
