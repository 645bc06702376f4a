"""Mirrors a remote v1 service: plans the requests, keeps within its rate limit, resumes where it stopped."""

from footydata.ingest.mirroring.live import follow
from footydata.ingest.mirroring.pull import pull
from footydata.ingest.mirroring.remote import Remote
from footydata.ingest.mirroring.writing import PullOptions, Report

__all__ = ["PullOptions", "Remote", "Report", "follow", "pull"]
