"""A figure, its floor in the same run, and what was promised of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    value: float
    floor: float | None
    """What it is held against, measured in the same run."""
    unit: str
    at_most: float | None = None
    at_least: float | None = None
    ratio_at_most: float | None = None
    ratio_at_least: float | None = None

    @property
    def ratio(self) -> float | None:
        return self.value / self.floor if self.floor else None

    @property
    def budget(self) -> str:
        if self.at_most is not None:
            return f"≤ {figure(self.at_most, self.unit)}"
        if self.at_least is not None:
            return f"≥ {figure(self.at_least, self.unit)}"
        if self.ratio_at_most is not None:
            return f"≤ {self.ratio_at_most:g} ×"
        return f"≥ {self.ratio_at_least:g} ×" if self.ratio_at_least is not None else ""

    @property
    def is_kept(self) -> bool:
        ratio = self.ratio if self.ratio is not None else 0.0
        return (
            (self.at_most is None or self.value <= self.at_most)
            and (self.at_least is None or self.value >= self.at_least)
            and (self.ratio_at_most is None or ratio <= self.ratio_at_most)
            and (self.ratio_at_least is None or ratio >= self.ratio_at_least)
        )


def figure(value: float, unit: str) -> str:
    number = f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"
    return f"{number} {unit}".strip()


def markdown(rows: Sequence[Row]) -> str:
    lines = ["| what | value | floor | ratio | budget | kept |", "|---|---:|---:|---:|---|---|"]
    for row in rows:
        floor = figure(row.floor, row.unit) if row.floor is not None else ""
        ratio = f"{row.ratio:.2f}" if row.ratio is not None else ""
        kept = ("yes" if row.is_kept else "**no**") if row.budget else ""
        lines.append(f"| {row.name} | {figure(row.value, row.unit)} | {floor} | {ratio} | {row.budget} | {kept} |")
    return "\n".join(lines)
