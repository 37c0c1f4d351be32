"""A small HTTP server that speaks the two calls of Ollama that the package makes."""

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


@contextmanager
def fake_ollama(models=None, prompt=None, answers=None):
    """Runs the server; gives its address and the list of requests that it gets, as pairs of path and body.

    Args:
        models: Name -> the answer to /api/show.
        prompt: Gives the prompt of a request to /api/chat or /api/generate; None for an Ollama that is too old.
        answers: Path -> status and raw body, in place of the above.
    """
    seen = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            seen.append((self.path, body))
            status, answer = self.answer(body)
            data = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def answer(self, body):
            if self.path in (answers or {}):
                return answers[self.path]
            if body["model"] not in (models or {}):
                return 404, {"error": f"model '{body['model']}' not found"}
            if self.path == "/api/show":
                return 200, models[body["model"]]
            if not body.get("_debug_render_only") or prompt is None:
                return 200, {"message": {"role": "assistant", "content": "generated"}, "done": True}
            return 200, {"model": body["model"], "_debug_info": {"rendered_template": prompt(body)}}

        def log_message(self, *args):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
