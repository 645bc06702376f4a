"""A second reading of the public files, by the standard library alone, which the product's is held against."""
