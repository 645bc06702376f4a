"""The handlers: one module a group of endpoints, one function an endpoint, named after it in contract.endpoints.

A handler takes the call, the id of its path (None where it is no id) and, by keyword, the parameters of its
endpoint that were sent and could be read; its defaults are the contract's. It checks what is left to check in
the order of decisions 1, then reads.
"""
