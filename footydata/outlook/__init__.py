"""What the models of `forecast` say about the fixtures of a database.

`league_past` reads what a model may know of a league at a moment. From it `pricing` computes fair lines beside the
recorded quotes, and `projecting` how a season may end. `sealing` stores forecasts before kickoff and scores them later.
`rating` rates teams by all their fixtures. `lazy_pricing` imports NumPy only if there is something to price.
"""
