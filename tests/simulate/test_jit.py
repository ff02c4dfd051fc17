"""Where compiled code is kept, from whom it is taken, what is said of it, and that all ways to run it are one."""

import json
import os
import re
import resource
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import wizard_advisor
from wizard_advisor.simulate import objects
from wizard_advisor.simulate.objects import Code, file_for, keep_code, read_code

PACKAGE = Path(wizard_advisor.__file__).parent
HEARD = ["advise", "W AS KS 10H 3D", "--players", "4", "--trump", "H", "--seat", "3", "--bids", "1,0"]
CARD = ["play", "AS JS 9D W", "--trump", "7S", "--bids", "2,1,3,2", "--played", "KH4H2HQH/5CAC9CJC", "--trick", "2S QS"]
# The entry that is compiled soonest, and its answer.
BID = "from wizard_advisor import Agent, parse_situation; print(Agent(seed=1).bid(parse_situation('4p up=7S : AS KS')))"
DONE = "compiled code "
needs_object_files = pytest.mark.skipif(sys.platform != "linux", reason="kept by numba itself elsewhere")
as_root = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives files away")


def start(program: str, folder: Path = PACKAGE.parent, limit: int | None = None, **environment: str) -> Any:
    """A Python of its own which finds this package in `folder`; limit: bytes that a file may have."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA_", "XDG_"))}
    return subprocess.Popen(
        [sys.executable, "-c", program],
        env={**kept, "PYTHONPATH": str(folder), "WIZARD_ADVISOR_CONFIG": os.devnull, **environment},
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=None if limit is None else lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )


def run(program: str, folder: Path = PACKAGE.parent, limit: int | None = None, **environment: str) -> tuple[str, str]:
    """What a Python of its own prints, and says on standard error."""
    process = start(program, folder, limit, **environment)
    out, err = process.communicate()
    assert process.returncode == 0, err
    return out.strip(), err


def default_cache() -> dict[str, str]:
    """Where the tests keep compiled code, so that what they have compiled need not be compiled again."""
    return {name: os.environ[name] for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME") if name in os.environ}


def loaded_by(*calls: list[str]) -> str:
    """A program that calls the command line, and then prints which of the great modules are loaded."""
    return (
        "import sys; from wizard_advisor.command.cli import main\n"
        f"for call in {list(calls)!r}: main(call)\n"
        "print('loaded:', *(name for name in ('numba', 'numpy') if name in sys.modules))"
    )


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What `BID` prints, and a folder in which its code is kept."""
    folder = tmp_path_factory.mktemp("cache")
    out, err = run(BID, XDG_CACHE_HOME=str(folder))
    assert err == "" and len(kept_in(folder)) == 1
    return out, folder


@pytest.fixture
def cache(answer: tuple[str, Path], tmp_path: Path) -> Path:
    """A copy of that folder."""
    return Path(shutil.copytree(answer[1], tmp_path / "cache", copy_function=shutil.copy2))


def kept_in(folder: Path) -> list[Path]:
    return sorted(file for file in folder.rglob("*") if file.is_file())


# ---- what is loaded, and how it is compiled -------------------------------------------------------------------------


@needs_object_files
@pytest.mark.compiled
@pytest.mark.parametrize("call", [HEARD, CARD, ["batch", "hands.txt"]], ids=lambda call: call[0])
def test_what_was_compiled_is_run_without_numba(call: list[str], tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text("4p up=7S : W AS KS 10H 3D\n")
    program = f"import os; os.chdir({str(tmp_path)!r})\n{loaded_by([*call, '--deals', '9'])}"
    run(program, **default_cache())
    out, err = run(program, **default_cache())
    assert out.splitlines()[-1] == "loaded: numpy"
    assert "compiling" not in err


@needs_object_files
def test_an_agent_runs_without_numba(cache: Path) -> None:
    out, _ = run(f"{BID}\nimport sys; print('numba' in sys.modules)", XDG_CACHE_HOME=str(cache))
    assert out.splitlines()[1] == "False"


def test_a_round_of_one_card_is_counted_without_numpy() -> None:
    out, err = run(loaded_by(["advise", "10H", "--trump", "7S", "--bids", "1,0"]), NUMBA_CACHE_DIR="/dev/null/none")
    assert (out.splitlines()[-1], err) == ("loaded:", "")


@needs_object_files
@pytest.mark.compiled
def test_all_ways_to_run_give_the_same_bytes() -> None:
    question = [*HEARD, "--deals", "40", "--seed", "5", "--format", "json"]
    program = f"from wizard_advisor.command.cli import main\nmain({question!r})\n{BID}"
    ways = ({}, {"WIZARD_ADVISOR_PLAIN_JIT": "1"}, {"NUMBA_DISABLE_JIT": "1"})
    outs, errs = zip(*(run(program, **default_cache(), **way) for way in ways), strict=True)
    first, *others = (re.sub(r'"seconds": .*', "", out) for out in outs)
    assert '"recommended": ' in first and first.endswith("}\n2")
    assert others == [first] * 2
    assert not any("PLAIN_JIT" in err for err in errs)


@pytest.mark.compiled
def test_compiling_is_told_once_and_only_when_it_happens() -> None:
    program = """
from wizard_advisor.simulate.jit import entry, told_of_compiling
told = []
double = entry(lambda x: x + x)
with told_of_compiling(lambda: told.append(1)):
    double(1); double(1.5)
first = len(told)
with told_of_compiling(lambda: told.append(1)):
    double(1)
print(first, len(told), double(4))
"""
    assert run(program) == ("1 1 8", "")


@pytest.mark.compiled
@pytest.mark.parametrize("threads", ["0", "-2"])
def test_a_number_of_threads_that_numba_refuses_is_one_line(threads: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "wizard_advisor", *HEARD],
        env={**os.environ, "NUMBA_NUM_THREADS": threads, "NUMBA_CACHE_DIR": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    expected = f"Error: NUMBA_NUM_THREADS: expected a whole number from 1: found '{threads}'\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", expected)


@needs_object_files
@pytest.mark.compiled
def test_config_compiles_every_entry() -> None:
    program = f"""
import importlib, pkgutil, wizard_advisor
from wizard_advisor.command.cli import main
from wizard_advisor.simulate import jit
assert main(["config", "--compile"]) == 0
found = [importlib.import_module(f"wizard_advisor.{{name}}") for name in {entry_modules()!r}]
values = [value for module in found for value in vars(module).values()]
entries = {{value.function.__name__ for value in values if type(value) is jit._Entry}}
kept = {{file.name.rpartition("-")[0] for file in jit._folder().iterdir()}}
print(len(entries) >= 9, sorted(entries - kept))
"""
    out, _ = run(program, **default_cache())
    assert out.splitlines()[-1] == "True []"
    assert run(loaded_by(["config", "--compile"]), **default_cache())[0].endswith("loaded: numpy")


def entry_modules() -> list[str]:
    """The modules that have something to do with `entry`."""
    files = (file for file in PACKAGE.rglob("*.py") if re.search(r"\bentry\b", file.read_text("utf-8")))
    return [".".join(file.relative_to(PACKAGE).with_suffix("").parts) for file in files if file.stem != "jit"]


@needs_object_files
@pytest.mark.compiled
def test_many_first_starts_and_threads_at_once(answer: tuple[str, Path], tmp_path: Path) -> None:
    threads = f"""
from concurrent.futures import ThreadPoolExecutor
with ThreadPoolExecutor(8) as pool:
    list(pool.map(exec, [{BID!r}] * 8))
"""
    started = [start(threads, XDG_CACHE_HOME=str(tmp_path)) for _ in range(4)]
    for process in started:
        out, err = process.communicate()
        said = "".join(out.split())  # threads do not wait for each other to end a line
        assert (process.returncode, said, err) == (0, answer[0] * 8, "")
    assert [file.name for file in kept_in(tmp_path)] == [file.name for file in kept_in(answer[1])]
    assert run(f"{BID}\nimport sys; assert 'numba' not in sys.modules", XDG_CACHE_HOME=str(tmp_path)) == (answer[0], "")


# ---- where it lies --------------------------------------------------------------------------------------------------


@needs_object_files
def test_any_change_of_a_compiled_source_is_compiled_anew_and_the_old_code_swept(tmp_path: Path) -> None:
    shutil.copytree(PACKAGE, tmp_path / "wizard_advisor", ignore=shutil.ignore_patterns("__pycache__", ".*"))
    cache = str(tmp_path / "cache")
    before, _ = run(BID, tmp_path, NUMBA_CACHE_DIR=cache)
    other = tmp_path / "cache" / "wizard-advisor" / "of-another-place"
    other.mkdir()
    (old,) = kept_in(tmp_path / "cache")
    source = tmp_path / "wizard_advisor" / "policy" / "bid_choice.py"
    text = source.read_text("utf-8")
    changed = text.replace(
        "def choose_bid(", "def choose_bid(mind, view, u, forbidden):\n    return u * 0 + 7\n\n\ndef unused("
    )
    assert changed != text
    source.write_text(changed, "utf-8")
    assert (before, run(BID, tmp_path, NUMBA_CACHE_DIR=cache)[0]) == ("2", "7")
    (new,) = kept_in(tmp_path / "cache")
    assert new.parent != old.parent and other.exists()


def test_every_module_that_is_compiled_counts() -> None:
    program = (
        "import sys, wizard_advisor.simulate.bids, wizard_advisor.simulate.rounds, wizard_advisor.simulate.cards;"
        "print(*(name.removeprefix('wizard_advisor.') for name in sys.modules if name.startswith('wizard_advisor.')))"
    )
    sources = (source.relative_to(PACKAGE).with_suffix("") for source in objects.sources())
    counted = {".".join(source.parts).removesuffix(".__init__") for source in sources}
    assert {"simulate.bids", "policy.curves", "rules"} <= counted
    assert set(run(program)[0].split()) <= counted | {"errors", "disk"}  # which are not called


def test_what_numba_is_told_and_another_machine_are_other_folders(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_OPT", "1")
    names = {objects._folder_name("one"), objects._folder_name("two")}
    monkeypatch.setenv("NUMBA_OPT", "2")
    assert len(names | {objects._folder_name("one")}) == 3


@pytest.mark.skipif(sys.platform != "linux", reason="the places are other ones")
def test_the_place_is_numbas_or_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert objects.cache_folder() == Path("/home/me/.cache/wizard-advisor")
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert objects.cache_folder() == Path("/caches/wizard-advisor")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "/numba")
    assert objects.cache_folder() == Path("/numba/wizard-advisor")


@needs_object_files
@pytest.mark.parametrize("place", ["file", "home"])
def test_without_a_place_it_is_said_once_and_answered(answer: tuple[str, Path], place: str) -> None:
    program = "import pathlib\n" + ("def no(): raise RuntimeError\npathlib.Path.home = no\n" if place == "home" else "")
    where = {} if place == "home" else {"XDG_CACHE_HOME": "/dev/null/cache"}
    out, err = run(f"{program}{BID}\n{BID}", **where)
    assert out.split() == [answer[0]] * 2
    assert err.startswith(DONE) and err.count("\n") == 1


def test_config_shows_the_cache_and_clears_it(cache: Path) -> None:
    call = "from wizard_advisor.command.cli import main; main(['config', *{!r}])"
    size = sum(file.stat().st_size for file in kept_in(cache))
    shown = json.loads(run(call.format(["--format", "json"]), XDG_CACHE_HOME=str(cache))[0])
    assert (shown["cache"], shown["cache_bytes"]) == (str(cache / "wizard-advisor"), size)
    (cache / "of another program").touch()
    out, err = run(call.format(["--clear-cache"]), XDG_CACHE_HOME=str(cache))
    assert (out, err) == (f"Compiled code: 0.0 MB in {cache / 'wizard-advisor'}", "")
    assert [file.name for file in kept_in(cache)] == ["of another program"]


# ---- what is not taken ----------------------------------------------------------------------------------------------


def emptied(content: bytes) -> bytes:
    return b""


def halved(content: bytes) -> bytes:
    return content[: len(content) // 2]


def junk(content: bytes) -> bytes:
    return b"\x80\x05\n" * (len(content) // 3)


def one_bit(content: bytes) -> bytes:
    return content[:-9] + bytes([content[-9] ^ 1]) + content[-8:]


@needs_object_files
@pytest.mark.parametrize("damage", [emptied, halved, junk, one_bit])
def test_a_damaged_file_is_compiled_anew(
    answer: tuple[str, Path], cache: Path, damage: Callable[[bytes], bytes]
) -> None:
    (file,) = kept_in(cache)
    whole = file.read_bytes()
    file.write_bytes(damage(whole))
    out, err = run(BID, XDG_CACHE_HOME=str(cache))
    assert (out, err) == (answer[0], f"compiled code in {file} is not used, and compiled anew: it is damaged\n")
    assert run(BID, XDG_CACHE_HOME=str(cache)) == (answer[0], "")


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(objects, "_said", set())
    return file_for(tmp_path / "aa-bb", "play", "q d")


CODE = Code("the_name", "q", b"\x7fELF\n\n\x00 and more\n")


def test_code_comes_back_as_it_was_kept(file: Path) -> None:
    assert read_code(file, "q d") is None
    keep_code(file, "q d", CODE)
    assert read_code(file, "q d") == CODE
    assert file.parent.stat().st_mode & 0o777 == 0o700
    assert [kept.name for kept in file.parent.iterdir()] == [file.name]


def test_no_cut_of_a_file_is_taken_for_code(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep_code(file, "q d", CODE)
    whole = file.read_bytes()
    for size in range(len(whole)):
        file.write_bytes(whole[:size])
        assert read_code(file, "q d") is None
    assert len(caplog.messages) == 1  # the same line is not said again
    file.write_bytes(whole)
    assert read_code(file, "q q") is None  # of arguments of other types
    other = file_for(file.parent.with_name("aa-cc"), "play", "q d")
    other.parent.mkdir()
    shutil.copy(file, other)  # of another processor
    assert read_code(other, "q d") is None


@as_root
def test_a_file_of_another_user_is_not_taken(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep_code(file, "q d", CODE)
    os.chown(file, 12345, 12345)
    assert read_code(file, "q d") is None
    assert caplog.messages == [f"compiled code in {file} is not used, and compiled anew: it belongs to another user"]


def test_a_file_that_others_can_write_to_is_not_taken(file: Path, caplog: pytest.LogCaptureFixture) -> None:
    keep_code(file, "q d", CODE)
    file.chmod(0o666)
    assert read_code(file, "q d") is None
    assert caplog.messages == [f"compiled code in {file} is not used, and compiled anew: others can write to it"]


@needs_object_files
@pytest.mark.parametrize("place", [0, 1, 2])
@pytest.mark.parametrize("fault", ["it belongs to another user", "others can write to it"])
def test_a_folder_that_others_can_change_is_not_used(
    cache: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, place: int, fault: str
) -> None:
    monkeypatch.setattr(objects, "_said", set())
    monkeypatch.setattr(objects, "_folder_name", lambda target: "aa-bb")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(cache))
    folder = cache / "wizard-advisor" / "aa-bb"
    folder.mkdir()
    assert objects.code_folder("") == folder
    wrong = (cache, folder.parent, folder)[place]
    if fault == "others can write to it":
        wrong.chmod(0o777)
    elif os.geteuid() == 0:
        os.chown(wrong, 12345, 12345)
    else:
        pytest.skip("only root gives folders away")
    assert objects.code_folder("") is None
    assert caplog.messages == [f"compiled code is neither kept in {wrong} nor taken from there: {fault}"]


@as_root
@needs_object_files
def test_another_users_cache_is_said_and_answered_without(answer: tuple[str, Path], cache: Path) -> None:
    os.chown(cache, 12345, 12345)
    before = [file.stat() for file in kept_in(cache)]
    out, err = run(BID, XDG_CACHE_HOME=str(cache))
    assert out == answer[0]
    assert err == f"compiled code is neither kept in {cache} nor taken from there: it belongs to another user\n"
    assert [file.stat().st_mtime_ns for file in kept_in(cache)] == [status.st_mtime_ns for status in before]


@needs_object_files
def test_a_full_disk_is_said_once_and_answered(answer: tuple[str, Path], tmp_path: Path) -> None:
    out, err = run(f"{BID}\n{BID}", limit=1000, XDG_CACHE_HOME=str(tmp_path))
    assert out.split() == [answer[0]] * 2
    assert re.fullmatch(rf"compiled code could not be kept in {tmp_path}/.*, so it is compiled every time: .*\n", err)
    assert kept_in(tmp_path) == []


@needs_object_files
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root writes everywhere")
def test_a_folder_that_can_only_be_read_is_enough_for_what_it_holds(answer: tuple[str, Path], cache: Path) -> None:
    for folder in (cache, *(path for path in cache.rglob("*") if path.is_dir())):
        folder.chmod(0o500)
    assert run(BID, XDG_CACHE_HOME=str(cache)) == (answer[0], "")
