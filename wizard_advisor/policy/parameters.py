"""The named numbers a policy consists of: one list per form, with unit, range and meaning.

A form is a way to decide; its numbers tell two policies of that form apart. `bid` and `play` have forms of their own,
so that one can be held fixed while the other is compared. A number's place in its list is its column in compiled code.
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Parameter:
    """One named number: its unit, the range it must lie in (and is tuned in), what it means, what it is if left out."""

    name: str
    unit: str
    low: float
    high: float
    meaning: str
    default: float | None = None  # None: it may not be left out


FORMS: Final = ("random", "simple", "standard")
RANDOM: Final = 0
SIMPLE: Final = 1
STANDARD: Final = 2

SLIP: Final = 0  # first column of every form but random

_SLIP_BID, _SLIP_PLAY = (
    Parameter(
        *("slip", "points", 0.0, 100.0),
        f"how far this player misjudges a {choice}'s worth: a {choice} worth this much less is chosen e times less"
        " often; 0: never",
    )
    for choice in ("bid", "card")
)

# The chance that a card still in hand takes a trick some day is the logistic of a sum. "Out" is the number of such
# cards to be expected in the opponents' hands: the unseen ones × the share of the unseen that is dealt to somebody.
_CHANCE = (
    Parameter("wizard", "log-odds", 0.0, 8.0, "a Wizard takes a trick"),
    Parameter("wizard_wizards", "log-odds per card", -3.0, 4.0, "less for each other Wizard out"),
    Parameter("jester", "log-odds", -12.0, 0.0, "a Jester takes a trick"),
    Parameter("trump", "log-odds", -4.0, 8.0, "a trump takes a trick"),
    Parameter("trump_higher", "log-odds per card", -1.0, 4.0, "less for each higher trump out"),
    Parameter("trump_wizards", "log-odds per card", -1.0, 4.0, "less for each Wizard out"),
    Parameter("trump_length", "log-odds per card", -1.0, 2.0, "more for each other trump of mine"),
    Parameter("plain", "log-odds", -8.0, 8.0, "a card of a plain suit takes a trick"),
    Parameter("plain_higher", "log-odds per card", -1.0, 4.0, "less for each higher card of its suit out"),
    Parameter("plain_wizards", "log-odds per card", -1.0, 4.0, "less for each Wizard out"),
    Parameter("plain_trumps", "log-odds per card", -1.0, 2.0, "less for each trump out"),
    Parameter("plain_length", "log-odds per card", -1.0, 2.0, "less for each other card of its suit of mine"),
    Parameter(
        "plain_out", "log-odds per card", -1.0, 2.0, "more for each card of its suit out: fewer players are void"
    ),
    Parameter("lone_trumps", "log-odds per card", -1.0, 2.0, "more for a plain card for each trump of mine"),
    Parameter("trump_few", "log-odds × cards", -12.0, 12.0, "less for a trump, ÷ the cards in my hand"),
    Parameter("plain_few", "log-odds × cards", -12.0, 12.0, "less for a plain card, ÷ the cards in my hand"),
    Parameter("no_trump", "log-odds", -3.0, 3.0, "more for a card when there is no trump"),
)
CHANCE: Final = 1  # first column of the numbers of a card's chance, in both standard lists
(
    WIZARD,
    WIZARD_WIZARDS,
    JESTER,
    TRUMP,
    TRUMP_HIGHER,
    TRUMP_WIZARDS,
    TRUMP_LENGTH,
    PLAIN,
    PLAIN_HIGHER,
    PLAIN_WIZARDS,
    PLAIN_TRUMPS,
    PLAIN_LENGTH,
    PLAIN_OUT,
    LONE_TRUMPS,
    TRUMP_FEW,
    PLAIN_FEW,
    NO_TRUMP,
) = range(CHANCE, CHANCE + 17)

_BID = (
    Parameter("base", "tricks", -2.0, 2.0, "added to the tricks expected"),
    Parameter("scale", "tricks per trick", 0.3, 2.0, "× the sum of the cards' chances"),
    Parameter("fair", "tricks per trick", -1.0, 1.0, "× the fair share of the tricks, cards / players"),
    Parameter("heard", "tricks per trick", -1.0, 1.0, "× what the bids heard exceed their fair share by"),
    Parameter("late", "tricks", -1.0, 1.0, "more for the last bidder than for the first"),
    Parameter("spread", "ratio", 0.05, 3.0, "variance of the tricks taken, × that of independent cards"),
    Parameter("spread_base", "tricks²", 0.0, 2.0, "variance added to it"),
)
BASE, SCALE, FAIR, HEARD, LATE, BID_SPREAD, BID_SPREAD_BASE = range(CHANCE + 17, CHANCE + 24)

_PLAY = (
    Parameter(
        "demand", "log-odds", -6.0, 6.0, "less for every suited card, × (tricks still wanted by all ÷ tricks left − 1)"
    ),
    Parameter("spread", "ratio", 0.05, 3.0, "variance of the tricks to come, × that of independent cards"),
    Parameter("spread_base", "tricks² per trick", 0.0, 0.5, "variance added to it for each trick to come"),
    Parameter(
        "spread_common", "per tricks²", 0.0, 3.0, "variance added to it, × the square of that of independent cards"
    ),
    Parameter("lead_wanted", "tricks", -1.0, 1.0, "tricks gained by having the lead while more are needed"),
    Parameter("lead_unwanted", "tricks", -1.0, 1.0, "tricks gained by having the lead when no more are needed"),
    Parameter(
        "beat_suit", "ratio", 0.0, 5.0, "hazard of being beaten in the led suit, × higher cards a player behind holds"
    ),
    Parameter("beat_wizard", "ratio", 0.0, 5.0, "hazard of being beaten by a Wizard, × Wizards with a player behind"),
    Parameter("beat_ruff", "ratio", 0.0, 5.0, "hazard of being trumped, × trumps with a player behind who is void"),
    Parameter("void", "per card", 0.0, 3.0, "a player behind is void with chance exp(−this × cards of the suit there)"),
    Parameter("shy", "ratio", 0.0, 2.0, "hazard from a player who needs no more tricks, × that from one who does"),
    Parameter("keen", "ratio", -3.0, 3.0, "more hazard from a player, × (tricks needed ÷ tricks left)"),
    Parameter(
        "will", "log-odds", -6.0, 6.0, "more for every suited card, × (tricks the player needs ÷ tricks left − ½)"
    ),
    Parameter("steer", "ratio", 0.0, 0.9, "how far the tricks to come are steered towards what is needed"),
    # What a card is worth beyond the tricks to be expected.
    Parameter(
        *("keep_wizard", "points per tricks²", -5.0, 20.0),
        "less for playing a Wizard, × variance of the other cards if independent",
    ),
    Parameter(
        *("keep_jester", "points per tricks²", -5.0, 20.0),
        "less for playing a Jester, × variance of the other cards if independent",
    ),
    Parameter("jester_gap", "points per trick", -5.0, 10.0, "more for playing a Jester, × (tricks needed − expected)"),
    Parameter(
        *("length_gap", "points per card and trick", -5.0, 10.0),
        "more for a plain card, × others of its suit of mine × (tricks needed − expected)",
    ),
    Parameter(
        *("void_trumps", "points per card", -5.0, 10.0),
        "more for the last card of a plain suit of mine, for each trump of mine",
    ),
    Parameter("beat", "points", -5.0, 10.0, "more for a card that may take this trick"),
    Parameter(
        *("take_demand", "points", -10.0, 20.0),
        "more for taking this trick, × (tricks still wanted by all ÷ tricks left − 1)",
    ),
    Parameter(
        *("mended", "share", 0.0, 1.0),
        "of the play-outs that I miss by one trick, this share counts as made for each choice I had: as for a player"
        " who searches",
        default=0.0,
    ),
)
(
    DEMAND,
    SPREAD,
    SPREAD_BASE,
    SPREAD_COMMON,
    LEAD_WANTED,
    LEAD_UNWANTED,
    BEAT_SUIT,
    BEAT_WIZARD,
    BEAT_RUFF,
    VOID,
    SHY,
    KEEN,
    WILL,
    STEER,
    KEEP_WIZARD,
    KEEP_JESTER,
    JESTER_GAP,
    LENGTH_GAP,
    VOID_TRUMPS,
    BEAT,
    TAKE_DEMAND,
    MENDED,
) = range(CHANCE + 17, CHANCE + 39)
NOT_TUNED: Final = ("slip", "mended")  # for play-outs only

_SIMPLE_BID = (
    Parameter("wizard", "tricks", 0.0, 1.0, "a Wizard"),
    Parameter("trump_from", "rank", 2.0, 15.0, "the lowest trump that counts (11 jack … 14 ace)"),
    Parameter("trump", "tricks", 0.0, 1.0, "a trump that counts"),
    Parameter("ace", "tricks", 0.0, 1.0, "an ace of a plain suit"),
    Parameter("king", "tricks", 0.0, 1.0, "a king of a plain suit"),
)
SIMPLE_WIZARD, SIMPLE_TRUMP_FROM, SIMPLE_TRUMP, SIMPLE_ACE, SIMPLE_KING = range(1, 6)

BID_PARAMETERS: Final = {"random": (), "simple": (_SLIP_BID, *_SIMPLE_BID), "standard": (_SLIP_BID, *_CHANCE, *_BID)}
PLAY_PARAMETERS: Final = {"random": (), "simple": (_SLIP_PLAY,), "standard": (_SLIP_PLAY, *_CHANCE, *_PLAY)}

# One row of compiled numbers: bid form, play form, bid numbers, play numbers.
BID: Final = 2
PLAY: Final = BID + max(map(len, BID_PARAMETERS.values()))
WIDTH: Final = PLAY + max(map(len, PLAY_PARAMETERS.values()))
