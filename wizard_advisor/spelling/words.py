"""The words that players use for cards, by language: plain data, to which another language is added as one more entry.

suits: ♠ ♥ ♦ ♣; colours: red, green, blue, yellow; ranks: ace, king, queen, jack, ten, nine … two, in one text with
commas between them. The words of one thing stand with blanks between them; a word is found in any case, and in Latin
letters also without its accents. many: several Wizards, several Jesters, which need a number before them. joins: words
that may stand between rank and suit. letters: those that the language uses in its own way: first of ranks, then of
suits; they hold only where the language is said, because other languages use them for something else. not_played,
other_suits: names of cards and suits of other editions, which are refused by name.
"""

from typing import Final, NamedTuple


class Language(NamedTuple):
    """What a language calls the cards; see the top of the module."""

    name: str
    suits: tuple[str, str, str, str]
    colours: tuple[str, str, str, str]
    ranks: str
    wizard: str
    jester: str
    many: tuple[str, str] = ("", "")
    joins: str = ""
    letters: tuple[dict[str, str], dict[str, int]] = ({}, {})
    not_played: str = ""
    other_suits: str = ""


LANGUAGES: Final = {
    "en": Language(
        name="English",
        suits=("spades spade", "hearts heart", "diamonds diamond", "clubs club"),
        colours=("red", "green", "blue", "yellow"),
        ranks="ace aces, king kings, queen queens, jack jacks knave knaves, ten, nine, eight, seven, six, five, four, "
        "three, two deuce",
        wizard="wizard",
        jester="jester",
        many=("wizards", "jesters"),
        joins="of the",
        not_played="dragon fairy bomb werewolf juggler cloud shapeshifter witch vampire 7½ 9¾",
        other_suits="human humans elf elves dwarf dwarfs dwarves giant giants",
    ),
    "de": Language(
        name="German",
        suits=("pik schippe schippen", "herz", "karo eckstein", "kreuz treff"),
        colours=("rot rote roter", "grün gruen grüne grüner", "blau blaue blauer", "gelb gelbe gelber"),
        ranks="as ass, könig koenig, dame, bube bauer, zehn, neun, acht, sieben, sechs, fünf fuenf, vier, drei, zwei",
        wizard="zauberer magier",
        jester="narr",
        many=("", "narren"),
        letters=({"D": "Q", "B": "J"}, {"P": 0, "KA": 2, "KR": 3}),
        not_played="drache fee bombe werwolf jongleur wolke gestaltwandler hexe vampir",
        other_suits="mensch menschen elfen zwerg zwerge riese riesen",
    ),
    "fr": Language(
        name="French",
        suits=("pique piques", "coeur coeurs cœur cœurs", "carreau carreaux", "trèfle trèfles"),
        colours=("rouge", "vert verte", "bleu bleue", "jaune"),
        ranks="as, roi, dame, valet, dix, neuf, huit, sept, six, cinq, quatre, trois, deux",
        wizard="sorcier magicien enchanteur",
        jester="bouffon fou",
        many=("sorciers magiciens enchanteurs", "bouffons fous"),
        joins="de",
        letters=({"R": "K", "D": "Q", "V": "J"}, {"P": 0, "C": 1, "K": 2, "T": 3}),
        not_played="dragon fée bombe loup-garou jongleur nuage métamorphe sorcière vampire",
        other_suits="humain humains elfe elfes nain nains géant géants",
    ),
    "nl": Language(
        name="Dutch",
        suits=("schoppen schop", "harten hart", "ruiten ruit", "klaveren klaver"),
        colours=("rood rode", "groen groene", "blauw blauwe", "geel gele"),
        ranks="aas, heer koning, vrouw, boer, tien, negen, acht, zeven, zes, vijf, vier, drie, twee",
        wizard="tovenaar",
        jester="nar",
        many=("tovenaars", "narren"),
        letters=({"H": "K", "V": "Q", "B": "J"}, {"S": 0, "H": 1, "R": 2, "K": 3}),
        not_played="draak fee bom weerwolf jongleur wolk gedaanteverwisselaar heks vampier",
        other_suits="mens mensen elfen dwerg dwergen reus reuzen",
    ),
    "es": Language(
        name="Spanish",
        suits=("picas pica", "corazones corazón", "diamantes diamante", "tréboles trébol"),
        colours=("rojo roja", "verde", "azul", "amarillo amarilla"),
        ranks="as, rey, reina dama, jota, diez, nueve, ocho, siete, seis, cinco, cuatro, tres, dos",
        wizard="mago hechicero brujo",
        jester="bufón",
        many=("magos hechiceros brujos", "bufones"),
        joins="de",
        letters=({"R": "K", "D": "Q"}, {"P": 0, "C": 1, "D": 2, "T": 3}),
        not_played="dragón hada bomba malabarista nube cambiaformas bruja vampiro",
        other_suits="humano humanos elfo elfos enano enanos gigante gigantes",
    ),
    "it": Language(
        name="Italian",
        suits=("picche picca", "cuori cuore", "quadri", "fiori fiore"),
        colours=("rosso rossa", "verde", "blu", "giallo gialla"),
        ranks="asso, re, regina donna dama, fante, dieci, nove, otto, sette, sei, cinque, quattro, tre, due",
        wizard="mago stregone",
        jester="giullare buffone",
        many=("maghi stregoni", "giullari buffoni"),
        joins="di",
        letters=({"R": "K", "D": "Q", "F": "J"}, {"P": 0, "C": 1, "Q": 2, "F": 3}),
        not_played="drago fata bomba giocoliere nuvola mutaforma strega vampiro",
        other_suits="umano umani elfi nano nani giganti",
    ),
    "pl": Language(
        name="Polish",
        suits=("pik piki", "kier kiery", "karo kara", "trefl trefle"),
        colours=("czerwony czerwona", "zielony zielona", "niebieski niebieska", "żółty żółta"),
        ranks="as, król, dama, walet, dziesięć dziesiątka, dziewięć dziewiątka, osiem ósemka, siedem siódemka, "
        "sześć szóstka, pięć piątka, cztery czwórka, trzy trójka, dwa dwójka",
        wizard="czarodziej mag",
        jester="błazen",
        many=("czarodzieje czarodziejów magowie", "błazny błaznów"),
        letters=({"D": "Q"}, {"P": 0, "KI": 1, "KA": 2, "TR": 3}),
        not_played="smok wróżka bomba wilkołak żongler chmura zmiennokształtny wiedźma czarownica wampir",
        other_suits="człowiek ludzie elfy krasnolud krasnoludy olbrzym olbrzymy",
    ),
    "no": Language(
        name="Norwegian",
        suits=("spar", "hjerter hjerte", "ruter", "kløver"),
        colours=("rød rødt", "grønn grønt", "blå blått", "gul gult"),
        ranks="ess, konge, dame dronning, knekt, ti, ni, åtte, sju syv, seks, fem, fire, tre, to",
        wizard="trollmann",
        jester="narr",
        many=("trollmenn", "narrer"),
        letters=({"E": "A", "D": "Q", "KN": "J"}, {"R": 2, "KL": 3}),
        not_played="drage fe bombe varulv sjonglør sky formskifter heks vampyr",
        other_suits="menneske mennesker alv alver dverg dverger kjempe kjemper",
    ),
    "be": Language(
        name="Belarusian",
        suits=("пікі піка пік", "чырвы чэрвы чырва чырваў", "бубны бубна бубен", "трэфы трэфа трэф крыжы"),
        colours=("чырвоны чырвоная", "зялёны зялёная", "сіні сіняя", "жоўты жоўтая"),
        ranks="туз, кароль, дама, валет, дзесяць дзясятка, дзевяць дзявятка, восем васьмёрка, сем сямёрка, "
        "шэсць шасцёрка, пяць пяцёрка, чатыры чацвёрка, тры тройка, два двойка",
        wizard="чараўнік маг",
        jester="блазан",
        many=("чараўнікі магі", "блазны"),
        letters=({"Т": "A", "К": "K", "Д": "Q", "В": "J"}, {"П": 0, "Ч": 1, "Б": 2, "Т": 3}),
        not_played="цмок фея бомба ваўкалак жанглёр воблака пярэварацень ведзьма вампір",
        other_suits="чалавек людзі эльф эльфы гном гномы волат волаты",
    ),
    "ga": Language(
        name="Irish",
        suits=("spéireata spéireataí", "hart hairt", "muileata muileataí", "triuf triufanna"),
        colours=("dearg", "glas uaine", "gorm", "buí"),
        ranks="aon, rí, banríon, cuireata, deich, naoi, ocht, seacht, sé, cúig, ceathair, trí, dó",
        wizard="draoi",
        jester="amadán geocach",
        many=("draoithe", "amadáin geocaigh"),
        letters=({"R": "K", "B": "Q", "C": "J"}, {"M": 2, "T": 3}),
        not_played="dragan sióg buama conriocht lámhchleasaí scamall cailleach vaimpír",
        other_suits="duine daoine síofra abhac fathach fathaigh",
    ),
    "lo": Language(
        name="Lao",
        suits=("ໂພດຳ", "ໂພແດງ", "ຫຼາມຕັດ", "ດອກຈິກ"),
        colours=("ແດງ ສີແດງ", "ຂຽວ ສີຂຽວ", "ຟ້າ ສີຟ້າ", "ເຫຼືອງ ສີເຫຼືອງ"),
        ranks="ເອ, ຄິງ, ແມ່ມ, ແຈັກ, ສິບ, ເກົ້າ, ແປດ, ເຈັດ, ຫົກ, ຫ້າ, ສີ່, ສາມ, ສອງ",
        wizard="ພໍ່ມົດ",
        jester="ຕົວຕະຫຼົກ ຕະຫຼົກ",
        not_played="ມັງກອນ ນາງຟ້າ ລະເບີດ ເມກ ແມ່ມົດ",
        other_suits="ມະນຸດ ເອລຟ໌ ຄົນແຄະ ຍັກ",
    ),
    "fa": Language(
        name="Persian",
        suits=("پیک", "دل", "خشت", "گشنیز خاج"),
        colours=("قرمز سرخ", "سبز", "آبی", "زرد"),
        ranks="آس تک, شاه, بی‌بی بیبی, سرباز, ده, نه, هشت, هفت, شش, پنج, چهار, سه, دو",
        wizard="جادوگر",
        jester="دلقک",
        many=("جادوگران", "دلقک‌ها"),
        not_played="اژدها پری بمب گرگینه شعبده‌باز ابر عجوزه خون‌آشام",
        other_suits="انسان کوتوله غول",
    ),
}
