"""Request ids: each another, alone or many at once."""

import re

from footydata.api.answer import new_request_id, new_request_ids


def test_ids_made_at_once_look_like_one_made_alone():
    ids = [new_request_id().encode(), *new_request_ids()]
    assert all(re.fullmatch(rb"req_[0-9a-f]{16}", id_) for id_ in ids)


def test_ids_that_are_made_at_once_differ():
    ids = new_request_ids() + new_request_ids()
    assert len(set(ids)) == len(ids)
