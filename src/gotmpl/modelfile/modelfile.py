"""A Modelfile as a whole: its commands, and what ``ollama create`` makes of them."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field

from gotmpl.errors import ModelfileError
from gotmpl.golang.strconv import format_float
from gotmpl.modelfile.command import Command
from gotmpl.modelfile.decode import decode
from gotmpl.modelfile.parameters import DEPRECATED_PARAMETERS, Parameter, format_parameter
from gotmpl.modelfile.parser import parse_commands

__all__ = ["Modelfile", "parse"]

_NUMBER = r"(?:0|[1-9][0-9]*)"
_PRERELEASE = rf"(?:{_NUMBER}|[0-9]*[A-Za-z-][0-9A-Za-z-]*)"
_BUILD = r"[0-9A-Za-z-]+"
_match_version = re.compile(
    rf"v?({_NUMBER}(?:\.{_NUMBER}(?:\.{_NUMBER}(?:-{_PRERELEASE}(?:\.{_PRERELEASE})*)?(?:\+{_BUILD}(?:\.{_BUILD})*)?)?)?)"
).fullmatch


def parse(text: str | bytes) -> Modelfile:
    """Reads a Modelfile (`ParseFile` in Ollama's parser.go).

    The names, the values and the types of parameters are not looked at; `Modelfile.parameters` does that.

    Args:
        text: The text, or the file's bytes: UTF-8, or UTF-16 with a byte order mark.

    Raises:
        ModelfileError: With Ollama's text.
    """
    source = decode(text)
    return Modelfile(parse_commands(source), source)


@dataclass(frozen=True)
class Modelfile:
    """The commands of a Modelfile; the properties are what ``ollama create`` takes from them.

    ``str()`` is Ollama's own string form, which not every value survives; `to_text` writes one that all survive.

    Attributes:
        commands: In the order of the text.
        source: The text that the positions of the commands point into, without a byte order mark; empty if the commands
            were not parsed.
    """

    commands: list[Command]
    source: str = field(default="", compare=False, repr=False)

    def __str__(self) -> str:
        return "".join(f"{command}\n" for command in self.commands)

    def to_text(self) -> str:
        """Writes a Modelfile that is read back as the same commands; comments are lost.

        Every Modelfile that was parsed can be written.

        Raises:
            ModelfileError: A command cannot stand in any Modelfile: its value has a character that is not printable, or
                a line, not the last one, that ends with three quotes. Or there is no FROM.
        """
        if self._last("model") is None:
            raise ModelfileError("no FROM line")
        return "".join(f"{command.to_text()}\n" for command in self.commands)

    @property
    def model(self) -> str:
        """What the model is made from: the last FROM.

        Raises:
            ModelfileError: There is none, which a parsed Modelfile always has.
        """
        if (model := self._last("model")) is None:
            raise ModelfileError("no FROM line")
        return model

    @property
    def template(self) -> str | None:
        """The last TEMPLATE, or None. Ollama takes an empty one for none."""
        return self._last("template")

    def template_line(self, offset: int) -> int:
        """Tells on which line of the file, from 1, a place in the template is; `offset` is in characters.

        Raises:
            ModelfileError: There is no TEMPLATE, or the commands were not parsed.
        """
        return self.source.count("\n", 0, self.template_offset(offset)) + 1

    def template_offset(self, offset: int) -> int:
        """Gives the place in the file of a place in the template, which lacks the characters that Ollama drops.

        Raises:
            ModelfileError: There is no TEMPLATE, or the commands were not parsed.
        """
        commands = self._named("template")
        if not commands or not self.source:
            raise ModelfileError("no TEMPLATE line")
        kept = commands[-1].kept_offsets(self.source)
        return kept[min(offset, len(kept) - 1)]

    @property
    def system(self) -> str | None:
        """The last SYSTEM, or None."""
        return self._last("system")

    @property
    def adapter(self) -> str | None:
        """The last ADAPTER, or None."""
        return self._last("adapter")

    @property
    def renderer(self) -> str | None:
        """The last RENDERER, or None."""
        return self._last("renderer")

    @property
    def parser(self) -> str | None:
        """The last PARSER, or None."""
        return self._last("parser")

    @property
    def requires(self) -> str | None:
        """The version of Ollama in the last REQUIRES, without a leading ``v``, or None.

        Raises:
            ModelfileError: A REQUIRES is no semantic version (x/mod ``semver.IsValid``).
        """
        version = None
        for command in self._named("requires"):
            if (match := _match_version(command.args)) is None:
                hint = "Write a version such as 0.14.0, without a range or a comparison."
                raise self._error("requires must be a valid semver (e.g. 0.14.0)", hint, command)
            version = match[1]
        return version

    @property
    def licenses(self) -> list[str]:
        """The texts of all LICENSE commands."""
        return [command.args for command in self._named("license")]

    @property
    def messages(self) -> list[dict[str, str]]:
        """The MESSAGE commands, each as ``{"role": ..., "content": ...}``."""
        parts = (command.args.partition(": ") for command in self._named("message"))
        return [{"role": role, "content": content} for role, _, content in parts]

    @property
    def parameters(self) -> dict[str, Parameter]:
        """The parameters with their types: the last value of each, but all of ``stop``; deprecated ones are left out.

        Raises:
            ModelfileError: A parameter is unknown or its value is of another type, with the text of ``ollama create``.
        """
        parameters: dict[str, Parameter] = {}
        for command in self.commands:
            if not command.is_parameter or command.name in DEPRECATED_PARAMETERS:
                continue
            try:
                value = format_parameter(command.name, command.args)
            except ModelfileError as error:
                raise self._error(error.message, error.hint, command) from None
            before = parameters.get(command.name)
            if isinstance(before, list) and isinstance(value, list):
                before += value
            else:
                parameters[command.name] = value
        for name, value in sorted(parameters.items()):
            if isinstance(value, float) and not math.isfinite(value):
                text = format_float(value, "g", -1)
                hint = f"{name} takes a finite number."
                raise self._error(f"json: unsupported value: {text}", hint, self._named(name)[-1])
        return parameters

    def _named(self, name: str) -> list[Command]:
        return [command for command in self.commands if command.name == name]

    def _last(self, name: str) -> str | None:
        named = self._named(name)
        return named[-1].args if named else None

    def _error(self, message: str, hint: str, command: Command) -> ModelfileError:
        if not self.source:
            return ModelfileError(message, hint=hint)
        return ModelfileError(message, source=self.source, offset=command.offset, end=command.end, hint=hint)
