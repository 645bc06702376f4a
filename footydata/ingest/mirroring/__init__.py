"""Mirrors a remote v1 service: plans the requests, keeps within its rate limit, resumes where it stopped."""

from footydata.ingest.mirroring.mirror import Report
from footydata.ingest.mirroring.plan import PullOptions
from footydata.ingest.mirroring.pull import follow, pull
from footydata.ingest.mirroring.remote import Remote

__all__ = ["PullOptions", "Remote", "Report", "follow", "pull"]
