"""Request ids."""

import re

from footydata.api.answer import new_request_id


def test_a_request_id_has_one_shape_and_is_new_each_time():
    ids = [new_request_id() for _ in range(100)]
    assert all(re.fullmatch(r"req_[0-9a-f]{16}", id_) for id_ in ids)
    assert len(set(ids)) == len(ids)
