"""What is made of the machine."""

from __future__ import annotations

from pathlib import Path

from parley.cli.doctor import machine
from parley.cli.doctor.finding import Finding, Level


def levels(findings: list[Finding]) -> dict[str, Level]:
    return {each.subject: each.level for each in findings}


def test_a_machine(tmp_path: Path) -> None:
    assert levels(list(machine.examine_files(10_000, 20_000))) == {"open files": Level.OK}
    (few,) = machine.examine_files(10_000, 1024)
    assert few.level is Level.WARNING
    assert "10512" in few.todo
    assert levels(list(machine.examine_memory("MemAvailable:  4000000 kB\n"))) == {"memory": Level.OK}
    assert levels(list(machine.examine_memory("MemAvailable:  400000 kB\n"))) == {"memory": Level.WARNING}
    sizes = ((10 << 30, Level.OK), (1 << 30, Level.WARNING), (1 << 20, Level.PROBLEM))
    for free, level in sizes:
        (disk,) = machine.examine_disk(tmp_path / "not" / "yet", free)
        assert (disk.level, bool(disk.todo)) == (level, level is not Level.OK)
    assert [levels(list(machine.examine_clock(state))) for state in (0, 5, -1)] == [
        {"clock": Level.OK},
        {"clock": Level.WARNING},
        {},
    ]
    misspelt = {"PARLEY_LLM_BASE_ULR": "x", "PYTHONDONTWRITEBYTECODE": "1"}
    assert set(levels(list(machine.examine_environment(misspelt)))) == misspelt.keys()
    assert list(machine.examine_data_folder(tmp_path / "none")) == []
    tmp_path.chmod(0o755)
    assert levels(list(machine.examine_data_folder(tmp_path))) == {"data folder": Level.PROBLEM}
    tmp_path.chmod(0o700)
    assert levels(list(machine.examine_data_folder(tmp_path))) == {"data folder": Level.OK}
