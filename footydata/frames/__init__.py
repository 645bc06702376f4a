"""A pandas DataFrame for every query, its columns and dtypes declared; the only importer of pandas.

Integers are nullable (Int64), times are datetime64[us, UTC], yes/no is boolean; pd.NA means unknown.
"""
