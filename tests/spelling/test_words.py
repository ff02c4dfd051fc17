"""Cards in words, with blanks inside, in the letters of a language: what is read, and what is refused as a whole."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wizard_advisor import CardError, WizardError
from wizard_advisor.cards import COLOURS, FRENCH, PACK, RANK_NAMES, card_of, print_card
from wizard_advisor.hand_notation import cards_in_order, print_hand, read_cards, read_hand
from wizard_advisor.notation import make_situation, read_trump
from wizard_advisor.spelling.letters import EVERYBODYS, letters_of
from wizard_advisor.spelling.pieces import readings_of
from wizard_advisor.spelling.vocabulary import _known, meanings
from wizard_advisor.spelling.words import LANGUAGES


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ace of spades, king of hearts", "AS KH"),
        ("ace of the spades ten of diamonds Jester", "AS 10D N"),
        ("10 of hearts, 2 Clubs", "10H 2C"),
        ("Pik As, Herz König, Karo 10, Kreuz Bube, Zauberer, Narr", "AS KH 10D JC W N"),
        ("HERZ KOENIG herz dame", "KH QH"),
        ("Herzkönig Pikass Kreuz-10 herz9", "AS KH 9H 10C"),
        ("as de pique, roi de cœur, dame de carreau, valet de trèfle, sorcier, bouffon", "AS KH QD JC W N"),
        ("AS DE PIQUE, VALET DE TREFLE", "AS JC"),
        ("schoppenaas hartenheer ruitenvrouw klaverenboer tovenaar nar", "AS KH QD JC W N"),
        ("as de picas, rey de corazones, reina de diamantes, jota de tréboles, mago, bufón", "AS KH QD JC W N"),
        ("asso di picche, re di cuori, donna di quadri, fante di fiori, stregone, giullare", "AS KH QD JC W N"),
        ("as pik, król kier, dama karo, walet trefl, czarodziej, błazen", "AS KH QD JC W N"),
        ("spar ess, hjerter konge, ruter dame, kløver knekt, trollmann, narr", "AS KH QD JC W N"),
        ("туз пік, кароль чырвы, дама бубны, валет трэфы, чараўнік, блазан", "AS KH QD JC W N"),
        ("aon spéireata, rí hart, banríon muileata, cuireata triuf, draoi, amadán", "AS KH QD JC W N"),
        ("ໂພດຳ ເອ, ໂພແດງ ຄິງ, ຫຼາມຕັດ ແມ່ມ, ດອກຈິກ ແຈັກ, ພໍ່ມົດ, ຕົວຕະຫຼົກ", "AS KH QD JC W N"),
        ("آس پیک، شاه دل، بی‌بی خشت، سرباز گشنیز، جادوگر، دلقک", "AS KH QD JC W N"),
        ("10 H", "10H"),
        ("A S K S", "AS KS"),
        ("S A K S 3 D W", "AS KS 3D W"),
        ("A ♠ J ♥", "AS JH"),
        ("2 wizards", "W W"),
        ("2 W 3 Jesters AS", "AS W W N N N"),
        ("two wizards, zwei Narren", "W W N N"),
        ("Wiz Jes", "W N"),
        ("🂡🂮 🂺 🃛 🃍", "AS KS 10H QD JC"),
        ("Spades: A K hearts: 10 9 W", "AS KS 10H 9H W"),
        ("Herz acht", "8H"),
        ("AS,KS,", "AS KS"),
        ("asS3N JeS9", "AS 9S 3S N N"),  # not German for ace, and not the beginning of a Jester
        ("AS KS, 10 H,", "AS KS 10H"),
    ],
)
def test_words_and_blanks(text: str, printed: str) -> None:
    assert print_hand(read_hand(text).hand) == printed


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("rot 13 grün 3 blau7 Gelb-1", "R13 G3 B7 Y1"),
        ("red 9, R 8, 7 R", "R9 R8 R7"),
        ("rouge dix, vert deux", "R10 G2"),
        ("rød ti, żółty 3", "R10 Y3"),
    ],
)
def test_words_for_colours(text: str, printed: str) -> None:
    assert print_hand(read_hand(text).hand, COLOURS) == printed


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Jest 3S 4S", "'Jest 3S 4S' can be read as 'N 3S 4S' or 'N 10S 3S 4S'"),
        ("3Jest", "'3Jest' can be read as 'N N N' or 'N N N 10S'"),
        ("J S 2 W", "'J S 2 W' can be read as 'JS W W' or 'N 2S W'"),
        ("acht KS", "'acht' has no suit"),
        ("Jacks", "'Jacks' has no suit"),
        ("Dame AS", "'Dame' has no suit"),
        ("trèfle", "'trèfle' has no rank"),
        ("Wizards AS", "'Wizards' needs a number before it, like 2W"),
        ("Narren", "'Narren' needs a number before it, like 2N"),
        ("Wizzard", "'Wizzard' is not a card, did you mean wizard?"),
        ("AS KS Werwolfe", "'Werwolfe' is not a card"),
        ("1S", "'1S' is not a card, with S H D C the ranks are 2 to 10, J, Q, K, A"),
        ("14S", "'14S' is not a card, with S H D C the ranks are 2 to 10, J, Q, K, A"),
        ("H11", "'H11' is not a card, with S H D C the ranks are 2 to 10, J, Q, K, A"),
        ("5X", "'5X' is not a card, the suits are S H D C, or R G B Y with 1 to 13"),
        ("R14", "'R14' is not a card, these ranks are 1 to 13"),
        ("HB", "'HB' is a card only where --language says whose letters these are: de, nl"),
        ("🃏", "'🃏' is not a card"),
        ("10, H", "'10' has no suit"),
        ("W H", "'H' is not a card"),
        ("3 of Wizards", "'3' has no suit"),
    ],
)
def test_what_is_refused_is_quoted_as_a_whole(text: str, reason: str) -> None:
    with pytest.raises(CardError, match=r"^hand: expected ") as error:
        read_hand(text)
    assert reason in str(error.value)
    assert len(str(error.value)) < 200


ANNIVERSARY = "Drache Fee Bombe Werwolf Jongleur Wolke Hexe Vampir 7½ 9¾ dragon sorcière drago wilkołak вампір"


@pytest.mark.parametrize("name", ANNIVERSARY.split())
def test_cards_of_the_anniversary_are_refused_by_name(name: str) -> None:
    for read in (read_hand, read_trump):
        with pytest.raises(CardError) as error:
            read(name)
        assert f"'{name}' is of the anniversary edition, which is not played here: take its cards" in str(error.value)


@pytest.mark.parametrize("name", ["Human", "elf", "Dwarf", "giants", "Zwerg", "nain", "człowiek"])
def test_suits_of_another_edition_are_refused_by_name(name: str) -> None:
    with pytest.raises(CardError, match=f"'{name}' is a suit of another edition.*write the colour of its cards"):
        read_hand(f"{name} 7")


@pytest.mark.parametrize(
    ("text", "trump"),
    [
        *[(text, (1, 14, FRENCH)) for text in ("WH", "W H", "W: H", "zh", "Wizard hearts", "Zauberer Herz", "W:cœur")],
        *[(text, (1, None, FRENCH)) for text in ("Herz", "COEUR", "corazones", "kier", "دل")],
        *[(text, (1, 27, FRENCH)) for text in ("queen of hearts", "Herz Dame", "Q H", "dame de coeur", "🂽")],
        *[(text, (0, None, COLOURS)) for text in ("rot", "rouge", "czerwony")],
        *[(text, (4, 0, None)) for text in ("bouffon", "Jes", "błazen")],
    ],
)
def test_trump_in_words(text: str, trump: tuple[int, int | None, str]) -> None:
    assert read_trump(text) == trump


@pytest.mark.parametrize("text", ["no trump", "NT", "No-Trump"])
def test_no_trump_is_told_apart_from_a_jester(text: str) -> None:
    with pytest.raises(CardError, match="expected N if a Jester was turned up, none if no card was: "):
        read_trump(text)


# Letters of a language


@pytest.mark.parametrize(
    ("language", "text", "printed"),
    [
        ("de", "PA HK KaD KrB", "AS KH QD JC"),
        ("de", "H:AKDB P:10", "10S AH KH QH JH"),
        ("fr", "PA CR KD TV 10P", "AS 10S KH QD JC"),
        ("nl", "SA HH RV KB R7", "AS KH QD 7D JC"),
        ("es", "PA CR DD T10", "AS KH QD 10C"),
        ("it", "PA CR QD FF", "AS KH QD JC"),
        ("pl", "PA KiK KaD Tr10", "AS KH QD 10C"),
        ("no", "SE HK RD KlKn", "AS KH QD JC"),
        ("be", "ПТ ЧК БД ТВ", "AS KH QD JC"),
        ("ga", "SA HR MB TC", "AS KH QD JC"),
        ("en", "AS KH QD JC", "AS KH QD JC"),
    ],
)
def test_letters_of_a_language(language: str, text: str, printed: str) -> None:
    assert print_hand(read_hand(text, language).hand) == printed
    assert print_hand(read_hand(text.lower(), language).hand) == printed


def test_letters_that_mean_two_things_are_decided_by_the_language_only_and_the_answer_says_so() -> None:
    with pytest.raises(CardError, match="'HD' is a card only where --language says whose letters these are: de, fr, "):
        read_hand("HD")
    situation, notes = make_situation("HD", trump="Pik", language="German")
    assert print_hand(situation.hand) == "QH"
    assert notes == ("letters are read as in German: D is Q, B is J, P is S, KA is D, KR is C",)
    with pytest.raises(CardError, match="'3D' is not a card where D is Q"):
        make_situation("3D", trump="Pik", language="de")
    assert make_situation("3D", trump="S", language="en")[1] == ()
    with pytest.raises(CardError, match=r"^language: expected one of en, de, .*: found 'xx'"):
        make_situation("3D", trump="S", language="xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_spelling_of_a_language_means_two_cards(language: str) -> None:
    letters = letters_of(language)
    for sign, (suit, deck) in letters.signs.items():
        for name, rank in letters.ranks[deck].items():
            assert letters.spellings[sign + name] == letters.spellings[name + sign] == (card_of(suit, rank), deck)


# The words


def test_every_language_has_a_word_for_everything() -> None:
    assert " ".join(LANGUAGES) == "en de fr nl es it pl no be ga lo fa"
    for language in LANGUAGES.values():
        assert all((*language.suits, *language.colours, language.wizard, language.jester))
        ranks = [words.split() for words in language.ranks.split(",")]
        assert len(ranks) == 13 and all(ranks)
        assert language.not_played and language.other_suits


def test_no_word_means_two_things() -> None:
    assert [word for word, meant in _known()[""].items() if len(meant) > 1] == []


def test_a_word_is_never_read_as_cards_run_together() -> None:
    for word in _known()[""]:
        if len(word) > 2 and len(readings_of(word.upper(), EVERYBODYS)[0]) and word.upper() not in EVERYBODYS.spellings:
            with pytest.raises(CardError):
                read_hand(word)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_card_is_read_in_the_words_of_every_language(code: str) -> None:
    language = LANGUAGES[code]
    for suit, suits in enumerate(language.suits):
        for name, ranks in zip(reversed(RANK_NAMES[FRENCH][1:-1]), language.ranks.split(","), strict=True):
            card = (card_of(suit, RANK_NAMES[FRENCH].index(name)), FRENCH)
            join = (language.joins.split() or [""])[0]
            for word in suits.split():
                for rank in ranks.split():
                    for text in (f"{word} {rank}", f"{rank} {join} {word}"):
                        assert read_cards(text).cards == read_cards(text.upper(), "hand", code).cards == (card,), text


def test_a_word_is_found_in_any_case_and_without_its_accents() -> None:
    for word in ("Trèfle", "TRÈFLE", "trefle", "Tre\u0300fle", "treFLE"):
        assert meanings(word) == meanings("trèfle") != ()
    assert meanings("bi‌bi") == () != meanings("بیبی") == meanings("بی‌بی")


# Anything

PARTS = ["ace", "of", "as", "spades", "Herz", "König", "dame", "de", "coeur", "W", "2", "10", "J", "S", "K", "Jest"]
PARTS += ["wizards", "🂡", "rot", "13", ",", " ", " ", " ", "♠", ":", "-", "دل", "شاه", "acht", "pik", "A", "H", "Wiz"]
TEXTS = st.lists(st.sampled_from(PARTS), max_size=14).map("".join)


@given(TEXTS, st.sampled_from(["", *LANGUAGES]))
def test_what_is_read_is_printed_in_a_form_that_is_read_back(text: str, language: str) -> None:
    try:
        reading = read_hand(text, language)
    except WizardError as error:
        assert str(error).isprintable() and len(str(error)) < 300
    else:
        printed = print_hand(reading.hand, reading.deck or FRENCH)
        assert print_hand(read_hand(printed or "S:-").hand, reading.deck or FRENCH) == printed


@given(st.integers(1, PACK).map(lambda bits: bits & PACK), st.sampled_from([" ", ", "]))
def test_every_card_with_a_blank_inside_is_the_card(hand: int, between: str) -> None:
    cards = [card for card in cards_in_order(hand) if print_card(card) not in "WN"][:15]
    texts = [f"{print_card(card)[:-1]} {print_card(card)[-1]}" for card in cards]
    if texts:
        assert read_hand(between.join(texts)).hand == sum(1 << card for card in cards)


@pytest.mark.parametrize(
    "text",
    [
        "a " * 500,
        "A S " * 250,
        "J S " * 250,
        "2 w " * 250,
        "Herz" * 250,
        "herz 10 " * 125,
        "as de " * 160,
        "♠" * 1000,
        "x" * 1000,
        "SH" * 500,
        ": " * 500,
        "as:" * 333,
        "1," * 500,
        "p=" * 500,
        "4p " * 300 + ": AS",
        "hidden," * 140,
    ],
)
def test_a_thousand_characters_are_read_or_refused_in_one_line(text: str) -> None:
    from wizard_advisor import parse_situation

    with pytest.raises(WizardError) as error:
        parse_situation(text)
    assert len(str(error.value)) < 300
