"""A running Ollama: what it knows of a model (``/api/show``), and the prompts that it makes itself.

Sources: `GetModelInfo` and the handlers of server/routes.go, api/types.go. httpx comes with ``gotmpl[ollama]``.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any

from gotmpl.errors import DataError
from gotmpl.golang.error import GoError
from gotmpl.golang.strconv import unquote
from gotmpl.ollama.model import Model

if TYPE_CHECKING:
    import httpx

__all__ = ["Client"]

_SECONDS = 60.0


class Client:
    """A connection to an Ollama server; use it as a context manager, or close it.

    Args:
        url: Where it listens, such as ``http://localhost:11434``; ``http://`` may be left out.

    Raises:
        DataError: The package httpx is not installed, or the address is none.
    """

    def __init__(self, url: str) -> None:
        try:
            import httpx
        except ImportError:
            raise DataError("talking to Ollama needs the package httpx", hint="pip install 'gotmpl[ollama]'") from None
        self.url = url if "://" in url else f"http://{url}"
        self._failures = (httpx.HTTPError, httpx.InvalidURL)
        try:
            self._http: httpx.Client = httpx.Client(base_url=self.url, timeout=_SECONDS)
        except httpx.InvalidURL as error:
            raise DataError(f"{url!r} is no address of a server: {error}") from None

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connection."""
        self._http.close()

    def show(self, name: str) -> Model:
        """Asks for a model (``/api/show``).

        The server does not tell the chat template of a GGUF, nor whether a template is the model's own: one that is
        Ollama's default, ``{{ .Prompt }}``, counts as none.

        Raises:
            DataError: The server cannot be reached, or refuses.
        """
        shown = self._post("/api/show", {"model": name})
        details = shown.get("details")
        messages = shown.get("messages")
        template = str(shown.get("template", ""))
        return Model(
            name=name,
            template=None if template in ("", "{{ .Prompt }}") else template,
            system=str(shown.get("system", "")),
            messages=tuple(
                {"role": str(message.get("role", "")), "content": str(message.get("content", ""))}
                for message in (messages if isinstance(messages, list) else ())
            ),
            stop=tuple(_stop_words(str(shown.get("parameters", "")))),
            renderer=str(shown.get("renderer", "")),
            parser=str(shown.get("parser", "")),
            requires=str(shown.get("requires", "")),
            family=str(details.get("family", "")) if isinstance(details, dict) else "",
        )

    def prompt(self, request: Mapping[str, Any]) -> str:
        """Asks the server for the prompt that it would give to the model (``_debug_render_only``).

        Args:
            request: A request to ``/api/chat`` if it has messages, else to ``/api/generate``.

        Raises:
            DataError: The server cannot be reached, refuses, or is older than v0.11.7 and generates an answer.
        """
        path = "/api/chat" if "messages" in request else "/api/generate"
        answer = self._post(path, {**request, "stream": False, "_debug_render_only": True})
        info = answer.get("_debug_info")
        if not isinstance(info, dict) or not isinstance(info.get("rendered_template"), str):
            raise DataError(
                f"{self.url} does not tell the prompt",
                hint="Ollama renders for debugging since v0.11.7; before, it generates an answer.",
            )
        return str(info["rendered_template"])

    def _post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        try:
            response = self._http.post(path, json=body)
        except self._failures as error:
            raise DataError(
                f"{self.url} cannot be reached: {error}", hint="Start it with `ollama serve`, or name another address."
            ) from None
        try:
            answer = response.json()
        except ValueError:
            raise DataError(f"{self.url}{path} answers {response.status_code}, and no JSON: is it Ollama?") from None
        if not isinstance(answer, dict):
            raise DataError(f"{self.url}{path} answers with something that is no object: is it Ollama?")
        if response.is_error or "error" in answer:
            raise DataError(f"{self.url} refuses: {answer.get('error', response.status_code)}")
        return answer


def _stop_words(parameters: str) -> list[str]:
    """Reads the stop words in the text of all parameters, one a line, written by Go's ``%#v``."""
    words: list[str] = []
    for line in parameters.split("\n"):
        name, _, value = line.partition(" ")
        if name == "stop":
            try:
                words.append(unquote(value.strip()))
            except GoError:
                words.append(value.strip())
    return words
