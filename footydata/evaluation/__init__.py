"""How good forecasts were: walk-forward over past fixtures, scored beside base rates and recorded prices."""
