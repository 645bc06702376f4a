"""Two Spark workers as processes of one machine: a standalone master, and a session on it."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

WORKERS = 2
HERE = "127.0.0.1"


@contextmanager
def session(memory: str = "1g") -> Iterator[Any]:
    """A Spark session on a master and two workers of one core each, all of them processes; they end with it."""
    import pyspark
    from pyspark.sql import SparkSession

    home = Path(pyspark.__file__).parent
    os.environ |= {
        "SPARK_HOME": str(home),
        "SPARK_LOCAL_IP": HERE,
        "PYSPARK_PYTHON": sys.executable,
    }
    port = _free_port()
    master = f"spark://{HERE}:{port}"
    with TemporaryDirectory() as folder:
        log = (Path(folder) / "log").open("w")
        class_runner = [str(home / "bin" / "spark-class")]
        places = ["--host", HERE, "--webui-port", "0"]

        def started(name: str, *arguments: str) -> "subprocess.Popen[bytes]":
            command = [*class_runner, f"org.apache.spark.deploy.{name}", *places, *arguments]
            return subprocess.Popen(command, stdout=log, stderr=log, cwd=folder)

        processes = [started("master.Master", "--port", str(port))]
        try:
            _wait_for(port)
            for number in range(WORKERS):
                work = [
                    "--cores",
                    "1",
                    "--memory",
                    memory,
                    "--work-dir",
                    str(Path(folder) / f"{number}"),
                ]
                processes.append(started("worker.Worker", *work, master))
            built = (
                SparkSession.builder.master(master)
                .config("spark.ui.enabled", "false")
                .config("spark.executor.memory", memory)
                .config("spark.executor.cores", "1")
                .config("spark.local.dir", folder)
                .config("spark.sql.shuffle.partitions", "32")
                .getOrCreate()
            )
            built.sparkContext.setLogLevel("ERROR")
            yield built
            built.stop()
        finally:
            for each in reversed(processes):
                each.terminate()
                each.wait()
            log.close()


def can_run() -> str | None:
    """Why Spark can't be run here, None where it can."""
    try:
        import pyspark  # noqa: F401
    except ImportError:
        return "needs pyspark: pip install '.[spark]'"
    return None if shutil.which("java") else "needs Java 17"


def _free_port() -> int:
    with closing(socket.socket()) as one:
        one.bind((HERE, 0))
        port: int = one.getsockname()[1]
        return port


def _wait_for(port: int) -> None:
    for _ in range(600):
        with closing(socket.socket()) as one:
            if one.connect_ex((HERE, port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError(f"no Spark master answered on port {port} within a minute")
