"""How bytes are compared, and when a replay gives up: the command line's flags over AMD's environment variables."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass, field

DTYPES = ("f16", "bf16", "f32", "f64")

# The bounds of AMD's own player, chosen there for half-precision results.
DEFAULT_ATOL = 1e-3
DEFAULT_RTOL = 1e-3


class PolicyError(ValueError):
    """A bound, a fraction or a type that means nothing, naming the flag or variable it came from."""


@dataclass(frozen=True)
class Policy:
    """``exact``: only equal bytes pass. Otherwise an element passes within ``atol + rtol * |expected|``.

    ``dtype`` is one of DTYPES, or "" when nobody stated it: then only expected bytes that look like floating point (see
    :mod:`hrr.check.floats`) get a tolerance and everything else is compared exactly. ``asked``: somebody stated the
    bounds, and is told where they were not applied.
    """

    exact: bool = False
    atol: float = DEFAULT_ATOL
    rtol: float = DEFAULT_RTOL
    dtype: str = ""
    asked: bool = field(default=False, compare=False)

    def __post_init__(self) -> None:
        for name in ("atol", "rtol"):
            value = getattr(self, name)
            if not (value >= 0 and math.isfinite(value)):
                raise PolicyError(f"{name} is {value}: a finite number of at least 0 is wanted")
        if self.dtype and self.dtype not in DTYPES:
            raise PolicyError(f"dtype {self.dtype!r} is none of {', '.join(DTYPES)}")
        if self.exact and self.dtype:
            raise PolicyError("an exact comparison has no dtype")

    @property
    def tolerant(self) -> bool:
        """Whether any difference at all can pass."""
        return not self.exact and (self.atol > 0 or self.rtol > 0)

    @property
    def bounds(self) -> str:
        return f"atol {self.atol:g}, rtol {self.rtol:g}"

    @classmethod
    def choose(
        cls,
        *,
        exact: bool | None = None,
        atol: float | None = None,
        rtol: float | None = None,
        dtype: str = "",
        env: Mapping[str, str] | None = None,
    ) -> Policy:
        """The policy of the given flags; what they leave out comes from HIP_HRR_D2H_EXACT (set at all means exact),
        HIP_HRR_D2H_ATOL and HIP_HRR_D2H_RTOL. Raises PolicyError."""
        env = os.environ if env is None else env
        tolerance_asked = atol is not None or rtol is not None or bool(dtype)
        if exact and tolerance_asked:
            raise PolicyError("--exact and a tolerance exclude each other")
        if exact is None:
            exact = "HIP_HRR_D2H_EXACT" in env and not tolerance_asked
        if exact:
            return cls(exact=True)
        return cls(
            atol=_number(env, "HIP_HRR_D2H_ATOL", DEFAULT_ATOL) if atol is None else atol,
            rtol=_number(env, "HIP_HRR_D2H_RTOL", DEFAULT_RTOL) if rtol is None else rtol,
            dtype=dtype,
            asked=tolerance_asked or any(env.get(f"HIP_HRR_D2H_{name}") for name in ("ATOL", "RTOL")),
        )


@dataclass(frozen=True)
class Divergence:
    """Stop when more than ``fraction`` of at least ``samples`` checks differ; a fraction of 0 never stops."""

    fraction: float = 0.25
    samples: int = 64

    def __post_init__(self) -> None:
        if not 0 <= self.fraction <= 1:
            raise PolicyError(f"the divergence fraction is {self.fraction}: a number from 0 to 1 is wanted")
        if self.samples < 0:
            raise PolicyError(f"the divergence sample count is {self.samples}: at least 0 is wanted")

    def reached(self, differs: int, total: int) -> bool:
        """Whether ``differs`` of ``total`` checks so far are too many."""
        return self.fraction > 0 and total >= self.samples and differs > self.fraction * total

    @classmethod
    def choose(
        cls, *, fraction: float | None = None, samples: int | None = None, env: Mapping[str, str] | None = None
    ) -> Divergence:
        """Flags over HIP_HRR_REPLAY_DIVERGENCE_ABORT and HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES. Raises PolicyError."""
        env = os.environ if env is None else env
        if fraction is None:
            fraction = _number(env, "HIP_HRR_REPLAY_DIVERGENCE_ABORT", cls.fraction)
        if samples is None:
            given = _number(env, "HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES", cls.samples)
            if not given.is_integer():
                raise PolicyError(f"HIP_HRR_REPLAY_DIVERGENCE_MIN_SAMPLES is {given:g}: a whole number is wanted")
            samples = int(given)
        return cls(fraction, samples)


def _number(env: Mapping[str, str], name: str, default: float) -> float:
    text = env.get(name, "").strip()
    if not text:
        return float(default)
    try:
        value = float(text)
    except ValueError:
        raise PolicyError(f"{name} is {text!r}: a number is wanted") from None
    if not math.isfinite(value):
        raise PolicyError(f"{name} is {text!r}: a finite number is wanted")
    return value
