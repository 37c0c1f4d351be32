"""Compiles the templates of a set to Python functions, once for each shape of data, and runs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gotmpl.exec.codegen import generate
from gotmpl.exec.expression import Unsupported
from gotmpl.exec.interpreter import Program
from gotmpl.exec.runtime import Runtime
from gotmpl.exec.shape import Shape

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
        self._functions: dict[tuple[str, Shape], Render] = {}
        self._render = self._compile(program, shape)

    def _compile(self, program: Program, shape: Shape) -> Render:
        key = (program.name, shape)
        if key in self._functions:
            if not all(function.is_pure for function in program.functions.values()):
                raise Unsupported  # it calls itself: what may have to start anew must not have had effects
            return self._functions[key]
        runtime = Runtime(program)
        generated = generate(program, runtime, shape)
        names = runtime.names()
        exec(compile(generated.source, f"<template {program.name!r}>", "exec"), names)
        function: Render = names["render"]
        self._functions[key] = function
        self.sources[program.name] = generated.source
        for name, (called, argument) in generated.calls.items():
            callee = program.lookup(called)
            assert callee is not None
            names[name] = self._compile(callee, argument)
        return function

    def execute(self, write: Callable[[str], object], data: Any) -> bool:
        """Runs the template on data, as `interpreter.execute` does.

        Returns:
            Whether it ran to its end. If not, Python's stack was too small, and the interpreter has to start anew.

        Raises:
            ExecError: The template cannot be run to its end.
        """
        try:
            self._render(write, data)
        except RecursionError:
            return False
        return True
