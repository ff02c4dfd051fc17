"""Random numbers by counting: number `index` of a stream is a hash of both, so no draw depends on another.

splitmix64 (Steele, Lea, Flood 2014). Every operand is uint64: with an int64 among them numba would leave uint64.
"""

import numpy as np

from .jit import inner

GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
S27, S30, S31, S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)
ONE = np.uint64(1)

# What a deal's own stream is xor-ed with, so that bids, cards and surveys draw from streams of their own.
BID_STREAM = np.uint64(0xD1B54A32D192ED03)
PLAY_STREAM = np.uint64(0x8CB92BA72F3D8DD7)
PILOT_STREAM = np.uint64(0x5851F42D4C957F2D)


@inner
def mix(z: np.uint64) -> np.uint64:
    """A hash of 64 bits, one to one."""
    z = (z ^ (z >> S30)) * MIX_1
    z = (z ^ (z >> S27)) * MIX_2
    return z ^ (z >> S31)


@inner
def deal_stream(seed: int, deal: int) -> np.uint64:
    """The stream of one deal: mixed, so that neighbouring deals share no numbers. Both from 0 to 2⁶³ − 1."""
    return mix(np.uint64(seed) + GAMMA * (np.uint64(deal) + ONE))


@inner
def draw(stream: np.uint64, index: int) -> int:
    """Number `index` of a stream: uniform on 0 … 2³² − 1."""
    return int(np.int64(mix(stream + GAMMA * (np.uint64(index) + ONE)) >> S32))


@inner
def draw_below(stream: np.uint64, index: int, bound: int) -> int:
    """Number `index` of a stream as a number from 0 to below `bound`, which is far below 2³²."""
    return draw(stream, index) * bound >> 32


@inner
def draw_share(stream: np.uint64, index: int) -> float:
    """Number `index` of a stream as a share, from 0 to below 1."""
    return draw(stream, index) / 4294967296.0
