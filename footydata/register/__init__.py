"""The register: competitions, teams, bookmakers and decisions that we know by name, and the modules that read them."""
