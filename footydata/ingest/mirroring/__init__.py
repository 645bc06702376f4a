"""Mirrors a remote v1 service: plans the requests, keeps within its rate limit, resumes where it stopped."""

from footydata.ingest.mirroring.live import follow
from footydata.ingest.mirroring.options import PullOptions, Report
from footydata.ingest.mirroring.plan import Planned
from footydata.ingest.mirroring.pull import pull
from footydata.ingest.mirroring.remote import Remote

__all__ = ["Planned", "PullOptions", "Remote", "Report", "follow", "pull"]
