"""What a shell offers when it completes a word: policies, files, names; nothing heavy is loaded for it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def completes(*words: str) -> Completer:
    """Completes one of a few words."""
    return lambda context, option, start: [word for word in words if word.startswith(start)]


def complete_file(context: click.Context, option: click.Parameter, start: str) -> list["CompletionItem"]:
    """Leaves files to the shell."""
    from click.shell_completion import CompletionItem

    return [CompletionItem(start, type="file")]


def complete_language(context: click.Context, option: click.Parameter, start: str) -> list[str]:
    """Completes the code of a language."""
    from ..spelling.words import LANGUAGES

    return [code for code in LANGUAGES if code.startswith(start)]


def complete_policy(context: click.Context, option: click.Parameter, start: str) -> list[str]:
    """Completes a built-in policy or a TOML file."""
    from ..policy.files import BUILT_IN

    return [*(name for name in BUILT_IN if name.startswith(start)), *_toml_files(start)]


def complete_policies(context: click.Context, option: click.Parameter, start: str) -> list[str]:
    """Completes the last of several policies with commas between them."""
    before, comma, last = start.rpartition(",")
    return [before + comma + name for name in complete_policy(context, option, last)]


def _toml_files(start: str) -> list[str]:
    """The TOML files, and in case one lies there the folders, that begin like this."""
    from pathlib import Path

    folder, slash, name = start.rpartition("/")
    try:
        found = sorted(Path(folder + slash or ".").glob("*"))
    except (OSError, ValueError):  # ValueError: no possible path
        return []
    fits = [file for file in found if file.name.startswith(name) and not file.name.startswith(".")]
    files = [file.name for file in fits if file.suffix == ".toml" and file.is_file()]
    folders = [file.name + "/" for file in fits if file.is_dir()] if name or slash else []
    return [folder + slash + name for name in files + folders]
