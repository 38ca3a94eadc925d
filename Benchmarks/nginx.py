"""An nginx on loopback that hands out the files of a folder: what static files cost at least."""
import contextlib
import os
import shutil
import socket
import subprocess
import time

CONFIGURATION = """
daemon off;
worker_processes 1;
pid {folder}/pid;
events {{}}
http {{
    access_log off;
    log_format ranges "$http_range";
    sendfile on;
    keepalive_requests 100000;
    server {{
        listen 127.0.0.1:{port};
        root {root};
        {more}
    }}
}}
"""


def program():
    """Where nginx is; None where it is not."""
    return shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin")


@contextlib.contextmanager
def serving(root, folder, more=""):
    """An nginx that serves what is in one folder and keeps its own files in another, and its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    configuration = f"{folder}/nginx.conf"
    with open(configuration, "w") as file:
        file.write(CONFIGURATION.format(port=port, folder=folder, root=root, more=more))
    os.chmod(folder, 0o755)
    process = subprocess.Popen([program(), "-p", str(folder), "-c", configuration, "-e", f"{folder}/errors"])
    try:
        for _ in range(50):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=10)
