"""Line plots as small SVG files that read well on light and dark pages."""

import dataclasses
import html
import math

WIDTH, HEIGHT = 680, 360
LEFT, RIGHT, TOP, BOTTOM = 70, 170, 40, 50
LOG_TICKS_MAX = 9
COLOURS = ["#0b6fb8", "#d1495b", "#3a7d44", "#8a5fbf", "#c77700", "#666666"]


@dataclasses.dataclass(frozen=True)
class Plot:
    title: str
    x_label: str
    y_label: str
    series: dict         # name -> [(x, y), ...] with x ascending and positive
    y_is_log: bool = False


def short(value):
    """1000 -> 1k, 1000000 -> 1M; a plain number otherwise."""
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


def nice_step(span, steps):
    """The least of 1, 2, 5, 10, 20 ... that covers `span` in at most that many steps."""
    power = 10 ** math.floor(math.log10(span / steps))
    return next(power * factor for factor in (1, 2, 5, 10) if power * factor * steps >= span)


def log_ends(low, high):
    """The nearest of 1, 2, 5, 10, 20 ... that are around both."""
    steps = [factor * 10.0 ** power for power in range(-6, 12) for factor in (1, 2, 5)]
    return (max(step for step in steps if step <= low * 1.0001),
            min(step for step in steps if step >= high * 0.9999))


def log_ticks(low, high):
    """Marks between two ends: 1, 2, 5 of every power of ten, or if that is too many only 1."""
    marks = [factor * 10.0 ** power for power in range(-6, 12) for factor in (1, 2, 5)]
    inside = [mark for mark in marks if low * 0.9999 <= mark <= high * 1.0001]
    return inside if len(inside) <= LOG_TICKS_MAX else [
        mark for mark in inside if math.isclose(math.log10(mark), round(math.log10(mark)))]


class Axis:
    """Where a value lies between two ends, in pixels, and which values get a mark."""

    def __init__(self, values, start, end, is_log):
        low, high = min(values), max(values)
        self.start, self.end, self.is_log = start, end, is_log
        if is_log:
            low, high = log_ends(low, high)
            self.ticks = log_ticks(low, high)
            self.low, self.high = math.log10(low), math.log10(high)
        else:
            step = nice_step(high, 6)
            self.ticks = [step * number for number in range(math.ceil(high / step) + 1)]
            self.low, self.high = 0, self.ticks[-1]

    def place(self, value):
        position = math.log10(value) if self.is_log else value
        return self.start + (position - self.low) / (self.high - self.low) * (self.end - self.start)


def text(x, y, content, anchor="middle", extra=""):
    return (f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}"{extra}>'
            f"{html.escape(content)}</text>")


def frame(plot, x_axis, y_axis):
    """Title, labels, grid and marks."""
    yield text(LEFT, 22, plot.title, "start", ' font-size="14" font-weight="bold"')
    yield text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, plot.x_label)
    middle = (TOP + HEIGHT - BOTTOM) / 2
    yield text(16, middle, plot.y_label, "middle", f' transform="rotate(-90 16 {middle:.0f})"')
    for tick in x_axis.ticks:
        x = x_axis.place(tick)
        yield f'<path class="grid" d="M{x:.0f} {TOP}V{HEIGHT - BOTTOM}"/>'
        yield text(x, HEIGHT - BOTTOM + 18, short(tick))
    for tick in y_axis.ticks:
        y = y_axis.place(tick)
        yield f'<path class="grid" d="M{LEFT} {y:.0f}H{WIDTH - RIGHT}"/>'
        yield text(LEFT - 8, y + 4, short(tick), "end")


def label_heights(wanted, least_distance=15):
    """Heights near the wanted ones that keep their distance, by name."""
    heights = {}
    before = -math.inf
    for name, y in sorted(wanted.items(), key=lambda entry: entry[1]):
        before = max(y, before + least_distance)
        heights[name] = before
    return heights


def lines(plot, x_axis, y_axis):
    """Every series as a line with dots, its name at its end."""
    ends = label_heights({name: y_axis.place(points[-1][1])
                          for name, points in plot.series.items()})
    for (name, points), colour in zip(plot.series.items(), COLOURS):
        placed = [(x_axis.place(x), y_axis.place(y)) for x, y in points]
        path = "L".join(f"{x:.1f} {y:.1f}" for x, y in placed)
        yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
        for x, y in placed:
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
        yield text(WIDTH - RIGHT + 10, ends[name] + 4, name, "start", f' style="fill:{colour}"')


def render(plot):
    points = [point for series in plot.series.values() for point in series]
    x_axis = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT, is_log=True)
    y_axis = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP, plot.y_is_log)
    body = "\n".join([*frame(plot, x_axis, y_axis), *lines(plot, x_axis, y_axis)])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="sans-serif" font-size="12">\n'
        "<style>text{fill:#444}.grid{stroke:#8886;stroke-width:.5}</style>\n"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n')
