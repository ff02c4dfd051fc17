"""Files read and written with care."""

from pathlib import Path

import pytest

from wizard_advisor.disk import write_whole


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
