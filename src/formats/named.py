"""The formats that come with the package: for each a Go template, its Jinja twin, and what else its models need."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from formats.answers import function_tag_call, json_call, json_calls_behind, python_calls
from formats.base import Format, ToolUse
from formats.langchain import LangChainFormat, pretty_json
from formats.view import tojson_tools_indented

__all__ = ["named_formats"]


def _text(name: str) -> str:
    """Reads a file beside the templates; the line end that closes it is not part of the text."""
    return (files("formats") / "templates" / name).read_text(encoding="utf-8").removesuffix("\n")


def _format(name: str, kind: type[Format] = Format, **rest: Any) -> Format:
    return kind(name=name, template=_text(f"{name}.gotmpl"), jinja=_text(f"{name}.jinja"), **rest)


@lru_cache(maxsize=1)
def named_formats() -> tuple[Format, ...]:
    """Gives the formats: LangChain's, then those of families of models."""
    return (*_langchain(), *_families())


_LLAMA_3_STOP = ("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>")
_LLAMA_3_TURN = "<|start_header_id|>assistant<|end_header_id|>\n\n"
_LLAMA_3_MARKS = ("<|start_header_id|>", "<|end_header_id|>", "<|eot_id|>")


def _langchain() -> list[Format]:
    inst = _format(
        "inst",
        LangChainFormat,
        title="Mistral and Mixtral instruct, as LangChain writes it",
        bos="<s>",
        eos="</s>",
        stop=("[INST]", "[/INST]", "</s>"),
        marks=("[INST]", "[/INST]"),
    )
    im_start = _format(
        "im_start",
        LangChainFormat,
        title="ChatML: Hermes, Dolphin, SmolLM and many more",
        aliases=("chatml",),
        eos="<|im_end|>",
        generation_prompt="<|im_start|>assistant\n",
        stop=("<|im_start|>", "<|im_end|>"),
        marks=("<|im_start|>", "<|im_end|>"),
    )
    llama_2 = _format(
        "llama_2",
        LangChainFormat,
        title="Llama 2 chat, Code Llama instruct",
        bos="<s>",
        eos="</s>",
        stop=("[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "</s>"),
        marks=("[INST]", "[/INST]", "<<SYS>>", "<</SYS>>"),
    )
    llama_3 = _format(
        "llama_3",
        LangChainFormat,
        title="Llama 3 instruct, as LangChain writes it",
        bos="<|begin_of_text|>",
        eos="<|eot_id|>",
        generation_prompt=_LLAMA_3_TURN,
        stop=_LLAMA_3_STOP,
        marks=_LLAMA_3_MARKS,
    )
    phi_4 = _format(
        "phi_4",
        LangChainFormat,
        title="Phi 4, as LangChain writes it",
        eos="<|im_end|>",
        stop=("<|im_start|>", "<|im_end|>", "<|im_sep|>"),
        marks=("<|im_start|>", "<|im_sep|>", "<|im_end|>"),
    )
    zephyr = _format(
        "zephyr",
        LangChainFormat,
        title="Zephyr, TinyLlama chat, StableLM Zephyr",
        eos="</s>",
        generation_prompt="<|assistant|>\n",
        stop=("<|system|>", "<|user|>", "<|assistant|>", "</s>"),
        marks=("<|user|>",),
        unprinted=frozenset({"tool"}),
    )
    tools: dict[str, Any] = {
        "kind": LangChainFormat,
        "eos": "<|eot_id|>",
        "stop": _LLAMA_3_STOP,
        "tools": ToolUse.REQUIRED,
        "json": pretty_json,
    }
    llama_3_1 = {**tools, "bos": "<|begin_of_text|>"}
    return [
        inst,
        im_start,
        llama_2,
        llama_3,
        phi_4,
        zephyr,
        _format(
            "llama_3_1_json_tool_calling",
            title="Llama 3.1, calls of tools as JSON",
            generation_prompt=_LLAMA_3_TURN,
            marks=(*_LLAMA_3_MARKS, "Given the following functions"),
            parser=json_call,
            **llama_3_1,
        ),
        _format(
            "llama_3_1_custom_tool_calling",
            title="Llama 3.1, calls of tools in a tag",
            generation_prompt="\n" + _LLAMA_3_TURN,
            marks=(*_LLAMA_3_MARKS, "Environment: ipython", "<function="),
            parser=function_tag_call,
            **llama_3_1,
        ),
        _format(
            "llama_3_2_custom_tool_calling",
            title="Llama 3.2, calls of tools as in Python",
            generation_prompt="\n" + _LLAMA_3_TURN,
            marks=(*_LLAMA_3_MARKS, "You are an expert in composing functions"),
            parser=python_calls,
            **tools,
        ),
    ]


def _families() -> list[Format]:
    gemma: dict[str, Any] = {
        "bos": "<bos>",
        "eos": "<end_of_turn>",
        "generation_prompt": "<start_of_turn>model\n",
        "stop": ("<start_of_turn>", "<end_of_turn>"),
        "stripped": frozenset({"user", "assistant", "tool"}),
    }
    mistral: dict[str, Any] = {"bos": "<s>", "eos": "</s>", "stop": ("[INST]", "[/INST]", "</s>")}
    chatml: dict[str, Any] = {
        "eos": "<|im_end|>",
        "generation_prompt": "<|im_start|>assistant\n",
        "stop": ("<|im_start|>", "<|im_end|>"),
        "tools": ToolUse.OPTIONAL,
        "parser": json_calls_behind("<tool_call>", "</tool_call>"),
    }
    deepseek_r1 = _format(
        "deepseek_r1",
        title="DeepSeek R1 and V3, the distilled models",
        bos="<｜begin▁of▁sentence｜>",
        eos="<｜end▁of▁sentence｜>",
        generation_prompt="<｜Assistant｜>",
        opens_always=True,
        stop=("<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>", "<｜User｜>", "<｜Assistant｜>"),
        marks=("<｜User｜>", "<｜Assistant｜>"),
    )
    granite_3 = _format(
        "granite_3",
        title="Granite 3.1 and later",
        eos="<|end_of_text|>",
        generation_prompt="<|start_of_role|>assistant<|end_of_role|>",
        stop=("<|start_of_role|>", "<|end_of_role|>", "<|end_of_text|>"),
        marks=("<|start_of_role|>", "<|end_of_role|>"),
        parser=json_calls_behind("<|tool_call|>"),
        tools=ToolUse.OPTIONAL,
        json=tojson_tools_indented,
    )
    command_r = _format(
        "command_r",
        title="Command R and R+, Aya",
        bos="<BOS_TOKEN>",
        eos="<|END_OF_TURN_TOKEN|>",
        generation_prompt="<|START_OF_TURN_TOKEN|><|CHATBOT_TOKEN|>",
        stop=("<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>"),
        marks=("<|START_OF_TURN_TOKEN|>", "<|USER_TOKEN|>"),
        stripped=frozenset({"user", "assistant"}),
    )
    phi_3 = _format(
        "phi_3",
        title="Phi 3 and 3.5",
        eos="<|end|>",
        generation_prompt="<|assistant|>\n",
        stop=("<|system|>", "<|user|>", "<|assistant|>", "<|end|>"),
        marks=("<|assistant|>", "<|end|>"),
    )
    everyone = frozenset({"system", "user", "assistant", "tool"})
    vicuna = _format(
        "vicuna",
        title="Vicuna 1.1 and later, LLaVA 1.5",
        bos="<s>",
        eos="</s>",
        generation_prompt=" ASSISTANT:",
        stop=("USER:", "ASSISTANT:", "</s>"),
        marks=("USER:", "ASSISTANT:"),
        stripped=everyone,
    )
    alpaca = _format(
        "alpaca",
        title="Alpaca and models tuned on its rows",
        bos="<s>",
        eos="</s>",
        generation_prompt="### Response:\n",
        stop=("### Instruction:", "### Response:", "</s>"),
        marks=("### Instruction:", "### Response:"),
        stripped=everyone,
    )
    llama_4 = _format(
        "llama_4",
        title="Llama 4",
        bos="<|begin_of_text|>",
        eos="<|eot|>",
        generation_prompt="<|header_start|>assistant<|header_end|>\n\n",
        stop=("<|header_start|>", "<|header_end|>", "<|eot|>"),
        marks=("<|header_start|>", "<|header_end|>"),
        parser=json_call,
        tools=ToolUse.OPTIONAL,
        stripped=frozenset({"system"}),
        json=tojson_tools_indented,
    )
    return [
        _format("gemma", title="Gemma 1 and 2", aliases=("gemma2",), marks=gemma["stop"], **gemma),
        _format(
            "gemma3",
            title="Gemma 3",
            aliases=("gemma_3",),
            marks=(*gemma["stop"], "<start_of_image>"),
            **gemma,
        ),
        _format("mistral_v1", title="Mistral 7B 0.1 and 0.2, Mixtral 8x7B", marks=(" [INST] ", " [/INST]"), **mistral),
        _format(
            "mistral_v3",
            title="Mistral 7B 0.3, Mixtral 8x22B",
            tools=ToolUse.OPTIONAL,
            stripped=frozenset({"assistant"}),
            marks=("[INST]", "[/INST]", "[AVAILABLE_TOOLS]"),
            parser=json_calls_behind("[TOOL_CALLS]"),
            **mistral,
        ),
        _format(
            "mistral_v7",
            title="Mistral Large 2411",
            tools=ToolUse.OPTIONAL,
            marks=("[INST]", "[/INST]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]"),
            parser=json_calls_behind("[TOOL_CALLS]"),
            **mistral,
        ),
        _format("qwen_2_5", title="Qwen 2.5", marks=(*chatml["stop"], "<tool_call>"), **chatml),
        _format(
            "qwen_3",
            title="Qwen 3",
            thinking=True,
            no_thinking="<think>\n\n</think>\n\n",
            marks=(*chatml["stop"], "<tool_call>", "<think>"),
            **chatml,
        ),
        deepseek_r1,
        granite_3,
        command_r,
        phi_3,
        vicuna,
        alpaca,
        llama_4,
    ]
