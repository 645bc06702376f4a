"""The arithmetic of football: standings, tie-breakers, settlement, prices."""
