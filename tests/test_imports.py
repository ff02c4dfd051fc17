"""What loads what: imports point one way, and nothing heavy is loaded before it is needed."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import wizard_advisor

PACKAGE = Path(wizard_advisor.__file__).parent

# The rooms from the ground up: a module imports from its own room and from those before it. A folder is one room.
ROOMS = (
    ("errors", "interrupt"),
    ("values", "cards", "disk", "version"),
    ("rules", "cluster", "spelling", "cores"),
    ("situation", "hand_notation", "line_notation", "workers"),
    ("turn", "notation"),
    ("turn_notation",),
    ("policy",),
    ("simulate",),
    ("advice",),
    ("batch", "lab", "agent", "evening"),
    ("show",),
    ("command",),
    ("__main__",),
)
LIGHT = (
    *("cards", "rules", "situation", "turn", "notation", "turn_notation", "advice.results"),
    *(
        "batch.read",
        "batch.write",
        "batch.journal",
        "batch.resume",
        "policy.curves",
        "policy.parameters",
        "policy.files",
    ),
    *("policy.mind", "policy.bid_choice", "policy.card_choice", "policy.bid_chance"),
    *("command.preferences", "command.options", "command.reading", "command.terminal", "command.advise"),
    *("command.batch", "command.config", "command.cli", "command.game", "command.session", "command.prompts"),
    *("evening.record", "evening.reading", "evening.statistics", "evening.thinking"),
)
HEAVY = ("numba", "numpy", "tabulate", "filelock")
NOT_FOR_HELP = (  # what the help page of the program has no use for
    *HEAVY,
    *("csv", "secrets", "tomllib", "tempfile", "random", "pathlib", "importlib.metadata", "importlib.resources"),
    *("situation", "notation", "turn", "rules", "policy", "simulate", "advice", "batch", "show", "evening"),
    *("command.options", "command.reading", "command.advise", "command.batch", "command.play", "command.policy"),
    *("command.chart", "command.config", "command.game"),
)


def imported(module: str) -> set[str]:
    """The modules of this package that a module imports, inside functions too."""
    folder = module.split(".")[:-1]
    found: set[str] = set()
    for node in ast.walk(ast.parse(file_of(module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level:
            start = [*folder[: len(folder) + 1 - node.level], *(node.module or "").split(".")]
            origin = ".".join(filter(None, start))
            below = {".".join(filter(None, (origin, alias.name))) for alias in node.names}
            found |= {origin} if origin and file_of(origin).exists() else below
    return found


def file_of(module: str) -> Path:
    return PACKAGE.joinpath(*module.split(".")).with_suffix(".py")


def modules() -> list[str]:
    files = (file.relative_to(PACKAGE).with_suffix("") for file in PACKAGE.rglob("*.py") if file.stem != "__init__")
    return sorted(".".join(file.parts) for file in files)


def room_of(module: str) -> int:
    """The place of a module's room in `ROOMS`."""
    (place,) = (place for place, names in enumerate(ROOMS) if module.split(".")[0] in names)
    return place


def test_every_module_has_a_room_and_every_room_a_module() -> None:
    assert {name for names in ROOMS for name in names} == {module.split(".")[0] for module in modules()}


def test_a_folder_says_what_it_is_for_and_no_more() -> None:
    for folder in {file.parent for file in PACKAGE.rglob("*.py")} - {PACKAGE}:
        (only,) = ast.parse((folder / "__init__.py").read_text(encoding="utf-8")).body
        assert isinstance(only, ast.Expr) and isinstance(only.value, ast.Constant)


@pytest.mark.parametrize("module", modules())
def test_imports_point_one_way(module: str) -> None:
    for other in imported(module):
        same = module.split(".")[0] == other.split(".")[0]
        assert room_of(other) < room_of(module) or same, f"{module} imports {other} from a room that is not below"


def test_no_module_imports_itself_round_a_circle() -> None:
    above = {module: imported(module) & set(modules()) for module in modules()}
    while free := {module for module, others in above.items() if not others}:
        above = {module: others - free for module, others in above.items() if module not in free}
    assert not above, f"a circle among {sorted(above)}"


@pytest.mark.parametrize("module", LIGHT)
def test_nothing_heavy_is_loaded_by(module: str) -> None:
    program = f"import sys, wizard_advisor.{module}; print([name for name in {HEAVY} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_help_loads_only_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WIZARD_ADVISOR_CONFIG")  # which the commands are loaded for
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    program = (
        "import sys; from wizard_advisor.command.cli import main; main(['--help']); print('', *sys.modules, sep='\\n')"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Usage: ")
    loaded = {line.removeprefix("wizard_advisor.") for line in done.stdout.splitlines()}
    assert "command.terminal" in loaded
    assert not loaded & set(NOT_FOR_HELP)


def test_processes_that_tests_start_use_this_tree(tmp_path: Path) -> None:
    program = "import wizard_advisor; print(wizard_advisor.__file__)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert Path(done.stdout.strip()).parent == PACKAGE == Path(__file__).parent.parent / "wizard_advisor"
