"""Mirrors a remote v1 service: plans the requests, keeps to its rate, goes on where it stopped."""

from footydata.mirroring.live import follow
from footydata.mirroring.plan import Planned
from footydata.mirroring.progress import Report
from footydata.mirroring.pull import pull
from footydata.mirroring.remote import Remote
from footydata.mirroring.wishes import Wishes

__all__ = ["Planned", "Remote", "Report", "Wishes", "follow", "pull"]
