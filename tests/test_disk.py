"""Files read and written with care."""

import contextlib
import errno
import subprocess
import sys
import time
from pathlib import Path

import pytest

from wizard_advisor.disk import (
    LARGEST,
    MOST_DOTS,
    BusyError,
    TomlError,
    only_writer,
    parse_toml,
    read_toml,
    write_whole,
)


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    write_whole(tmp_path / "x", "new")
    write_whole(tmp_path / "x", "newer")
    assert [file.name for file in tmp_path.iterdir()] == ["x"]
    assert (tmp_path / "x").read_text() == "newer"


def test_what_cannot_be_written_leaves_the_old_file_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_whole(tmp_path / "x", "old")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(tmp_path / "x", "new")
    assert [(file.name, file.read_text()) for file in tmp_path.iterdir()] == [("x", "old")]


def test_one_at_a_time_writes_a_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "x")
    with only_writer(str(tmp_path / "x")):
        with only_writer(str(tmp_path / "y")):
            pass
        for name in ("x", "link"):
            with pytest.raises(BusyError, match=f"{name}: expected no other run"), only_writer(str(tmp_path / name)):
                pass
    with only_writer(str(tmp_path / "x")):
        pass
    assert [file.name for file in tmp_path.iterdir()] == ["link"]


def test_who_died_holds_nobody_up(tmp_path: Path) -> None:
    program = "import sys; from wizard_advisor.disk import only_writer; held = only_writer(sys.argv[1])\n"
    program += "held.__enter__(); print('held', flush=True); sys.stdin.read()"
    file = str(tmp_path / "x")
    with subprocess.Popen(
        [sys.executable, "-c", program, file], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout and process.stdout.readline() == b"held\n"
        with pytest.raises(BusyError), only_writer(file):
            pass
        process.kill()
    with only_writer(file):
        assert [file.name for file in tmp_path.iterdir()] == ["x.lock"]
    assert not list(tmp_path.iterdir())


def test_a_lock_that_was_removed_by_its_holder_is_not_held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import filelock

    lock = filelock.lock_descriptor
    tries: list[int] = []

    def removed_meanwhile(descriptor: int, *, blocking: bool) -> bool:
        tries.append(descriptor)
        if len(tries) == 1:
            (tmp_path / "x.lock").unlink()
        return lock(descriptor, blocking=blocking)

    monkeypatch.setattr(filelock, "lock_descriptor", removed_meanwhile)
    with only_writer(str(tmp_path / "x")):
        assert len(tries) == 2
        with pytest.raises(BusyError), only_writer(str(tmp_path / "x")):
            pass


def test_a_file_that_happens_to_be_named_like_a_lock_stays(tmp_path: Path) -> None:
    (tmp_path / "x.lock").write_text("versions")
    with only_writer(str(tmp_path / "x")), pytest.raises(BusyError), only_writer(str(tmp_path / "x")):
        pass
    assert (tmp_path / "x.lock").read_text() == "versions"


@pytest.mark.parametrize("code", [errno.ENOSYS, errno.ENOLCK, errno.EOPNOTSUPP])
def test_where_nothing_can_be_locked_the_work_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    def refused(descriptor: int, *, blocking: bool) -> bool:
        raise OSError(code, "no locks here")

    monkeypatch.setattr("filelock.lock_descriptor", refused)
    with only_writer(str(tmp_path / "x")), only_writer(str(tmp_path / "x")):
        assert not list(tmp_path.iterdir())
    with only_writer(str(tmp_path / "nowhere" / "x")):
        assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("line", ["{}=1", "[{}]", "x={{{}=1}}", "x = [{{ y.{} = 1 }}]", 'x={{a="""b""""",{}=1}}'])
@pytest.mark.parametrize("depth", [MOST_DOTS + 2, 40_000])
def test_keys_inside_keys_are_refused_before_they_take_time(tmp_path: Path, line: str, depth: int) -> None:
    (tmp_path / "x.toml").write_text("# fine\n" + line.format(".".join("a" * depth)))
    started = time.process_time()
    with pytest.raises(TomlError, match=r"^line 2 has more than 100 dots$"):
        read_toml(str(tmp_path / "x.toml"))
    assert time.process_time() - started < 1.0


def test_as_many_keys_as_fit_are_read() -> None:
    found = parse_toml((".".join("a" * (MOST_DOTS + 1)) + " = 1").encode())
    for _ in range(MOST_DOTS):
        found = found["a"]
    assert found == {"a": 1}


def test_dots_that_are_no_keys_are_read() -> None:
    dots = "." * (MOST_DOTS + 1)
    text = f'a = \'{dots}\'\nb = "\\"{dots}"\nc = """\n{dots}\\"\n"""\nd = \'\'\'\n{dots}\n\'\'\'  # {dots}\n'
    assert parse_toml(text.encode()) == {"a": dots, "b": f'"{dots}', "c": f'{dots}"\n', "d": f"{dots}\n"}
    with pytest.raises(TomlError, match=r"^line 9 has more than 100 dots$"):
        parse_toml((text + "'a'" + ".a" * (MOST_DOTS + 1) + " = 1").encode())


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(f"a{number}" + ".a" * (MOST_DOTS - 1) + "=1" for number in range(LARGEST // 205)),
        *[quote * 33_000 for quote in ('"""', "'''", '"\\"', '"""\\"')],
    ],
)
def test_a_file_as_large_as_can_be_takes_no_time(text: str) -> None:
    started = time.process_time()
    with contextlib.suppress(TomlError):
        parse_toml(text[:LARGEST].encode())
    assert time.process_time() - started < 1.0


def test_a_number_that_is_too_long() -> None:
    with pytest.raises(TomlError, match=r"^it has a number that is too long$"):
        parse_toml(b"a = " + b"9" * 5000)
