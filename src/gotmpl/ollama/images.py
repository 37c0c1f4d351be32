"""The marks of images in a prompt (`imageTaggedMessages` in server/prompt.go)."""

from __future__ import annotations

from collections.abc import Sequence

from gotmpl.api import Message

__all__ = ["tagged"]


def tagged(messages: Sequence[Message]) -> tuple[list[Message], list[bytes]]:
    """Puts the mark of each image, ``[img-N]``, in the place of an ``[img]`` or, without one, in front of the content.

    Returns:
        The messages, and all images in the order of their numbers.
    """
    images: list[bytes] = []
    marked: list[Message] = []
    for message in messages:
        if message.images:
            before, content = "", message.content
            for image in message.images:
                mark = f"[img-{len(images)}]"
                images.append(image)
                if "[img]" in content:
                    content = content.replace("[img]", mark, 1)
                else:
                    before += mark
            message = message.model_copy(update={"content": before + content})
        marked.append(message)
    return marked, images
