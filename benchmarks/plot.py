"""Lines in a small SVG, drawn by hand: no library needed, and the file can be read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, log10

WIDTH, HEIGHT = 640, 300
LEFT, RIGHT, TOP, BOTTOM = 64, 150, 40, 44
COLOURS = ("#2563eb", "#d97706", "#059669", "#9333ea")


@dataclass(frozen=True, slots=True)
class Line:
    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Plot:
    title: str
    across: str
    up: str
    lines: Sequence[Line]
    limit: float | None = None
    """A promise, drawn as a dashed line."""


drawn: dict[str, str] = {}
"""By the name of the file, without its ending."""


def draw(name: str, plot: Plot) -> None:
    drawn[name] = svg(plot)


def svg(plot: Plot) -> str:
    """Across, every point of the first line has a place at the same distance; up, the scale begins at nothing."""
    places = [x for x, _ in plot.lines[0].points]
    highest = _round_up(max([y for line in plot.lines for _, y in line.points] + [plot.limit or 0.0]))

    def at(x: float, y: float) -> tuple[float, float]:
        share = places.index(x) / max(1, len(places) - 1)
        right, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM
        return LEFT + share * right, TOP + (1 - y / highest) * down

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        _text(LEFT, 20, plot.title, size=14),
        _text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, plot.across, anchor="middle"),
    ]
    for step in range(5):
        value = highest * step / 4
        x, y = at(places[0], value)
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#e5e7eb"/>')
        parts.append(_text(x - 8, y + 4, f"{value:g} {plot.up}" if step == 4 else f"{value:g}", anchor="end"))
    parts += [_text(at(place, 0)[0], HEIGHT - BOTTOM + 16, f"{place:g}", anchor="middle") for place in places]
    if plot.limit is not None:
        y = at(places[0], plot.limit)[1]
        parts.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#dc2626" stroke-dasharray="5 4"/>')
        parts.append(_text(WIDTH - RIGHT + 8, y + 4, "promised", colour="#dc2626"))
    for number, line in enumerate(plot.lines):
        colour = COLOURS[number % len(COLOURS)]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in (at(*point) for point in line.points))
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = at(*line.points[-1])
        parts.append(_text(x + 8, y + 4, line.name, colour=colour))
    return "\n".join([*parts, "</svg>", ""])


def _text(x: float, y: float, text: str, anchor: str = "start", size: int = 12, colour: str = "#374151") -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"'
    return f'<text {place} font-size="{size}" fill="{colour}">{escape(text)}</text>'


def _round_up(value: float) -> float:
    """The next of 1, 2, 4, 6, 8, 10, 20 …"""
    unit = 10.0 ** ceil(log10(value) - 1) if value > 0 else 1.0
    return unit * next(step for step in (1, 2, 4, 6, 8, 10, 20) if step * unit >= value)
