"""The v1 service without a framework: a request in, an answer out."""
