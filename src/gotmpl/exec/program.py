"""Compiles the templates of a set to Python functions, once for each shape of data, and runs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gotmpl.errors import ExecError
from gotmpl.exec.codegen import generate
from gotmpl.exec.expression import Unsupported
from gotmpl.exec.interpreter import TOO_DEEP, Program
from gotmpl.exec.runtime import Runtime
from gotmpl.exec.shape import Shape
from gotmpl.golang.error import GoError

__all__ = ["Compiled"]

Render = Callable[[Callable[[str], object], Any], None]


class Compiled:
    """A template compiled for one shape of data, and all that it calls.

    Attributes:
        sources: The generated Python, by the name of the template.
    """

    def __init__(self, program: Program, shape: Shape) -> None:
        self.program = program
        self.sources: dict[str, str] = {}
        #: None for a template that is being compiled.
        self._functions: dict[tuple[str, Shape], Render | None] = {}
        self._render = self._compile(program, shape)

    def _compile(self, program: Program, shape: Shape) -> Render:
        key = (program.name, shape)
        if key in self._functions:
            compiled = self._functions[key]
            if compiled is None:
                raise Unsupported  # it calls itself, perhaps more often than Python's stack is deep
            return compiled
        self._functions[key] = None
        runtime = Runtime(program)
        generated = generate(program, runtime, shape)
        names = runtime.names()
        exec(compile(generated.source, f"<template {program.name!r}>", "exec"), names)
        function: Render = names["render"]
        self.sources[program.name] = generated.source
        for name, (called, argument) in generated.calls.items():
            callee = program.lookup(called)
            assert callee is not None
            names[name] = self._compile(callee, argument)
        self._functions[key] = function
        return function

    def execute(self, write: Callable[[str], object], data: Any) -> None:
        """Runs the template on data, as `interpreter.execute` does.

        Raises:
            ExecError: The template cannot be run to its end.
        """
        try:
            self._render(write, data)
        except GoError as error:
            raise self._error(str(error)) from error.__cause__
        except RecursionError:
            raise self._error(TOO_DEEP) from None

    def _error(self, message: str) -> ExecError:
        """Words an error that no step of the code has given a place."""
        return ExecError(f"template: {self.program.name}: {message}", name=self.program.name)
