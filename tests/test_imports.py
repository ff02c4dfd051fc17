"""What loads what: imports point one way, and nothing heavy is loaded before it is needed."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wizard_advisor

PACKAGE = Path(wizard_advisor.__file__).parent

# A module imports only from modules that stand above it. Those that have not been written yet are skipped.
ORDER = (
    *("cards", "rules", "situation", "turn", "notation", "turn_notation", "advice", "hint"),
    *("rows", "answers", "output"),
    *("toml_file", "tables", "forms", "policy", "choose", "inference", "round_one"),
    *("_jit", "draws", "setting", "dealing", "playout", "kernel", "fitting", "midround", "race", "advise", "play"),
    *("jobs", "batch", "contest", "tune", "chart", "explain", "agent"),
    *("render", "render_hint", "render_contest", "render_chart", "render_explain", "picture", "plot", "plot_chart"),
    *("completion", "preferences", "common_options", "cli"),
    *("cli_batch", "cli_play", "cli_policy", "cli_chart", "cli_config", "__main__"),
)
LIGHT = (
    *("cards", "rules", "situation", "turn", "notation", "turn_notation", "advice", "hint"),
    *("rows", "answers", "output", "tables", "forms", "policy", "choose", "inference"),
    *("preferences", "cli", "cli_config"),
)
HEAVY = ("numba", "numpy", "tabulate")
NOT_FOR_HELP = (  # what the help page of the program has no use for
    *HEAVY,
    *("csv", "secrets", "tomllib", "tempfile", "random", "pathlib", "importlib.metadata", "importlib.resources"),
    *("notation", "turn", "rules", "advice", "rows", "policy", "forms", "advise", "render", "picture"),
    *("cli_batch", "cli_play", "cli_policy", "cli_chart", "cli_config"),
)


def imported(module: str) -> set[str]:
    """The modules of this package that a module imports, inside functions too."""
    tree = ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module.partition(".")[0]} if node.module else {alias.name for alias in node.names}
    return found


def modules() -> list[str]:
    return sorted(file.stem for file in PACKAGE.glob("*.py") if file.stem != "__init__")


@pytest.mark.parametrize("module", modules())
def test_imports_point_one_way(module: str) -> None:
    assert module in ORDER, f"{module} has no place in ORDER yet"
    above = ORDER[: ORDER.index(module)]
    assert imported(module) <= set(above)


@pytest.mark.parametrize("module", [module for module in LIGHT if module in modules()])
def test_nothing_heavy_is_loaded_by(module: str) -> None:
    program = f"import sys, wizard_advisor.{module}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_loads_only_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WIZARD_ADVISOR_CONFIG")  # which the commands are loaded for
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    program = "import sys; from wizard_advisor.cli import main; main(['--help']); print('', *sys.modules, sep='\\n')"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")
    loaded = {line.removeprefix("wizard_advisor.") for line in done.stdout.splitlines()}
    assert "situation" in loaded
    assert not loaded & set(NOT_FOR_HELP)


def test_processes_that_tests_start_use_this_tree(tmp_path: Path) -> None:
    program = "import wizard_advisor; print(wizard_advisor.__file__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert Path(done.stdout.strip()).parent == PACKAGE == Path(__file__).parent.parent / "wizard_advisor"


def test_the_function_advise_is_found_whatever_was_imported_before() -> None:
    program = "import wizard_advisor.advise; from wizard_advisor import advise; print(advise.__name__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "advise\n"
