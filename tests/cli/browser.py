"""A Chromium without a window, spoken to over WebDriver's HTTP, for looking at pages."""

import base64
import shutil
import socket
import subprocess
import time
from contextlib import contextmanager

import httpx

CHROMIUM, DRIVER = shutil.which("chromium") or shutil.which("google-chrome"), shutil.which("chromedriver")
ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
]


class Browser:
    """One window with one page."""

    def __init__(self, session):
        self.session = session

    def call(self, method, path, **body):
        answer = self.session.request(method, path, json=body if method == "POST" else None).json()["value"]
        assert not (isinstance(answer, dict) and "error" in answer), answer
        return answer

    def open(self, path):
        self.call("POST", "/url", url=path.as_uri())

    def run(self, script, *args):
        return self.call("POST", "/execute/sync", script=script, args=list(args))

    def point_at(self, selector, number=0, click=False):
        """Moves the mouse to the middle of the element that a selector finds."""
        found = self.call("POST", "/elements", using="css selector", value=selector)[number]
        self.run("arguments[0].scrollIntoView({block: 'center'})", found)
        steps = [{"type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": found}]
        if click:
            steps += [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": steps}
        self.call("POST", "/actions", actions=[mouse])

    def press(self, key):
        keys = [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]
        self.call("POST", "/actions", actions=[{"type": "key", "id": "keys", "actions": keys}])

    def screenshot(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))


@contextmanager
def browser(folder, width=1400, height=900):
    """Opens a window; its profile lies in a folder."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    driver = subprocess.Popen([DRIVER, f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"http://127.0.0.1:{port}"
    try:
        with httpx.Client(base_url=base, timeout=60, trust_env=False) as http:
            for _ in range(200):
                try:
                    http.get("/status")
                    break
                except httpx.ConnectError:
                    time.sleep(0.05)
            arguments = [*ARGUMENTS, f"--user-data-dir={folder}", f"--window-size={width},{height}"]
            options = {"binary": CHROMIUM, "args": arguments}
            wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
            made = http.post("/session", json={"capabilities": {"alwaysMatch": wanted}}).json()["value"]
            path = f"/session/{made['sessionId']}"
            try:
                with httpx.Client(base_url=base + path, timeout=60, trust_env=False) as session:
                    yield Browser(session)
            finally:
                http.delete(path).raise_for_status()  # or else Chromium stays
    finally:
        driver.terminate()
        driver.wait()
