"""Mirrors a remote v1 service: plans the requests, keeps within its rate limit, resumes where it stopped."""

from footydata.mirroring.live import follow
from footydata.mirroring.options import PullOptions
from footydata.mirroring.plan import Planned
from footydata.mirroring.progress import Report
from footydata.mirroring.pull import pull
from footydata.mirroring.remote import Remote

__all__ = ["Planned", "PullOptions", "Remote", "Report", "follow", "pull"]
