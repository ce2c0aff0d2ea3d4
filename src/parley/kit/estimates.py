"""What a sample says of the whole: shares and means with the interval that holds the truth in 95 of 100 samples. Pure.

Shares by Wilson's score, and their difference by Newcombe's hybrid of two of them, which hold for small samples and
near 0 and 1 too; means by Student's t, and their difference by Welch's, for samples that vary differently.
"""

from __future__ import annotations

from math import sqrt

from parley.kit.values import value

Z = 1.959963984540054
"""Of the standard normal distribution, 2.5 % lie beyond it on each side."""
FEWEST = 10
"""Of numbers, for an interval of their mean: of fewer the approximation of t would be too rough."""


@value
class Estimate:
    value: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        return self.low <= 0 <= self.high


@value
class Share:
    part: int
    whole: int


@value
class Mean:
    count: int
    mean: float
    variance: float
    """Of the sample, with n - 1."""

    @property
    def squared_error(self) -> float:
        return self.variance / self.count


def merge_means(a: Mean, b: Mean) -> Mean:
    """Of both samples together."""
    count = a.count + b.count
    if not a.count or not b.count:
        return a if a.count else b
    apart = b.mean - a.mean
    squares = a.variance * (a.count - 1) + b.variance * (b.count - 1) + apart * apart * a.count * b.count / count
    return Mean(count, a.mean + apart * b.count / count, squares / (count - 1))


def estimate_share(share: Share) -> Estimate | None:
    """None of no sample at all."""
    if not share.whole:
        return None
    n, p = share.whole, share.part / share.whole
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    # What rounding adds at the ends would leave the value outside.
    return Estimate(p, max(min(middle - reach, p), 0.0), min(max(middle + reach, p), 1.0))


def estimate_share_difference(a: Share, b: Share) -> Estimate | None:
    """How much larger the share of `a` is."""
    one, other = estimate_share(a), estimate_share(b)
    if one is None or other is None:
        return None
    difference = one.value - other.value
    down = sqrt((one.value - one.low) ** 2 + (other.high - other.value) ** 2)
    up = sqrt((one.high - one.value) ** 2 + (other.value - other.low) ** 2)
    return Estimate(difference, difference - down, difference + up)


def estimate_mean(sample: Mean) -> Estimate | None:
    if sample.count < FEWEST:
        return None
    return _around(sample.mean, sample.squared_error, sample.count - 1)


def estimate_mean_difference(a: Mean, b: Mean) -> Estimate | None:
    """How much larger the mean of `a` is."""
    if min(a.count, b.count) < FEWEST:
        return None
    error = a.squared_error + b.squared_error
    parts = sum(each.squared_error**2 / (each.count - 1) for each in (a, b))
    return _around(a.mean - b.mean, error, error * error / parts if parts else 1.0)


def _around(middle: float, squared_error: float, freedom: float) -> Estimate:
    reach = t_quantile(freedom) * sqrt(squared_error)
    return Estimate(middle, middle - reach, middle + reach)


def t_quantile(freedom: float) -> float:
    """Of Student's t, beyond which 2.5 % lie: the normal one with the first terms of its expansion in 1 / freedom, to
    three decimals from 9 on."""
    z, z3, z5, z7, z9 = (Z**power for power in (1, 3, 5, 7, 9))
    return (
        z
        + (z3 + z) / (4 * freedom)
        + (5 * z5 + 16 * z3 + 3 * z) / (96 * freedom**2)
        + (3 * z7 + 19 * z5 + 17 * z3 - 15 * z) / (384 * freedom**3)
        + (79 * z9 + 776 * z7 + 1482 * z5 - 1920 * z3 - 945 * z) / (92160 * freedom**4)
    )
