"""The table of units: every spelling, what it measures and its size in that dimension's base unit.

Owns no parsing of numbers. A spelling may have several readings (ポンド is money or mass, 分 is a minute or one
hundredth): both are given, and the comparison picks the one that the other side has.
Prefixes of data sizes are decimal, GiB is binary, and bits are not bytes (the base is one bit).
Months and days do not convert into each other, nor do calendar days and business days.
"""

import re
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Unit:
    """One reading of a spelling. `factor` base units of `dimension` make one of it (°C and °F: factor 1)."""

    dimension: str
    factor: Fraction


def unit_readings(spelling: str) -> tuple[Unit, ...]:
    """The readings of one spelling from a flattened text, () where it is no unit. Case matters where it must."""
    found = _EXACT.get(spelling)
    if found is None:
        found = _WORDS.get(spelling.casefold().rstrip("."), ())
    return found


def unit_at(text: str, pos: int) -> tuple[int, tuple[Unit, ...]]:
    """The longest unit that starts at `pos` of a flattened text: (end, readings), or (pos, ()).

    A Latin spelling must end where its word ends (the m of "members" is no metre).
    """
    latin = _LATIN.match(text, pos)
    if latin:
        words = latin[0]
        while words:
            readings = unit_readings(words)
            if readings:
                return pos + len(words), readings
            cut = words.rfind(" ")
            words = words[:cut] if cut > 0 else ""
    wide = _WIDE.match(text, pos)
    return (wide.end(), _EXACT[wide[0]]) if wide else (pos, ())


def symbol_before(text: str, pos: int) -> tuple[int, tuple[Unit, ...]]:
    """The currency sign or code that ends at `pos` (with one blank allowed): (start, readings) or (pos, ())."""
    match = _PREFIX.search(text, max(0, pos - 5), pos)
    return (match.start(), _EXACT[match[1].upper()]) if match else (pos, ())


# dimension, size in base units, spellings. A size may be an arithmetic ratio "400/121".
_ROWS: tuple[tuple[str, str, str], ...] = (
    ("JPY", "1", "円 圓 yen JPY ¥ 円也"),
    ("JPY", "1/100", "銭"),
    (
        "USD",
        "1",
        "米ドル ドル USD US$ $ dollar dollars us_dollar us_dollars u.s._dollars american_dollars アメリカドル",
    ),
    ("USD", "1/100", "セント cent cents"),
    ("GBP", "1", "英ポンド ポンド GBP £ pound pounds quid pounds_sterling pound_sterling スターリングポンド"),
    ("GBP", "1/100", "ペンス pence penny"),
    ("EUR", "1", "ユーロ EUR € euro euros"),
    ("CNY", "1", "人民元 元 CNY RMB yuan 中国元"),
    ("KRW", "1", "ウォン KRW ₩ won"),
    ("AUD", "1", "豪ドル オーストラリアドル AUD A$ AU$ australian_dollars"),
    ("CAD", "1", "カナダドル 加ドル CAD C$ CA$ canadian_dollars"),
    ("CHF", "1", "スイスフラン CHF swiss_francs"),
    ("INR", "1", "ルピー INR ₹ rupee rupees"),
    ("ratio", "1/100", "% パーセント ﹪ percent per_cent pct percents"),
    ("ratio", "1/10", "割"),
    ("ratio", "1/100", "分"),
    ("ratio", "1/1000", "厘 ‰ パーミル per_mille permille per_mil"),
    ("ratio", "1/1000000", "ppm"),
    ("ratio", "1/1000000000", "ppb"),
    ("points", "1", "ポイント パーセントポイント %ポイント percentage_point percentage_points pp"),
    ("points", "1", "点 points point pts pt P score"),
    ("times-as-much", "1", "倍 times fold -fold"),
    ("time", "1", "秒 秒間 s sec secs second seconds sec."),
    ("time", "1/1000", "ミリ秒 ms msec millisecond milliseconds"),
    ("time", "1/1000000", "マイクロ秒 μs microsecond microseconds"),
    ("time", "1/1000000000", "ナノ秒 ns nanosecond nanoseconds"),
    ("time", "60", "分 分間 min mins minute minutes min."),
    ("time", "3600", "時間 h hr hrs hour hours 時"),
    ("time", "86400", "日 日間 d day days 昼夜 calendar_day calendar_days 暦日"),
    ("time", "604800", "週間 週 week weeks wk wks"),
    ("months", "1", "か月 ヶ月 ヵ月 カ月 ケ月 箇月 か月間 ヶ月間 カ月間 ヵ月間 ケ月間 month months mo mos"),
    ("months", "3", "四半期 四半期間 quarter quarters"),
    ("months", "12", "年 年間 year years yr yrs か年 カ年 ヶ年 箇年 calendar_year calendar_years"),
    ("months", "120", "decade decades"),
    ("business-days", "1", "営業日 business_day business_days working_day working_days 平日 稼働日 weekdays"),
    ("nights", "1", "泊 night nights"),
    ("bit", "1", "ビット bit bits"),
    ("bit", "1000", "Kb kb kbit Kbit kilobits kilobit キロビット"),
    ("bit", "1000000", "Mb Mbit megabit megabits メガビット"),
    ("bit", "1000000000", "Gb Gbit gigabit gigabits ギガビット"),
    ("bit", "1000000000000", "Tb Tbit terabit terabits テラビット"),
    ("bit", "8", "B byte bytes バイト"),
    ("bit", "8000", "KB kB kilobyte kilobytes キロバイト"),
    ("bit", "8000000", "MB megabyte megabytes メガバイト mb メガ"),
    ("bit", "8000000000", "GB gigabyte gigabytes ギガバイト ギガ gb gig gigs Gbyte GByte"),
    ("bit", "8000000000000", "TB terabyte terabytes テラバイト tb テラ"),
    ("bit", "8000000000000000", "PB petabyte petabytes ペタバイト"),
    ("bit", "8192", "KiB kibibyte kibibytes キビバイト"),
    ("bit", "8388608", "MiB mebibyte mebibytes メビバイト"),
    ("bit", "8589934592", "GiB gibibyte gibibytes ギビバイト"),
    ("bit", "8796093022208", "TiB tebibyte tebibytes テビバイト"),
    ("bit/time", "1", "bps bit/s"),
    ("bit/time", "1000", "kbps Kbps"),
    ("bit/time", "1000000", "Mbps mbps"),
    ("bit/time", "1000000000", "Gbps gbps"),
    ("length", "1", "メートル m metre metres meter meters"),
    ("length", "1000", "キロメートル キロ km KM Km kilometre kilometres kilometer kilometers"),
    ("length", "1/100", "センチメートル センチ cm CM centimetre centimetres centimeter centimeters"),
    ("length", "1/1000", "ミリメートル ミリ mm MM millimetre millimetres millimeter millimeters"),
    (
        "length",
        "1/1000000",
        "マイクロメートル ミクロン μm um micrometre micrometres micrometer micrometers micron microns",
    ),
    ("length", "1/1000000000", "ナノメートル nm nanometre nanometres nanometer nanometers"),
    ("length", "1609344/1000", "マイル mile miles mi"),
    ("length", "3048/10000", "フィート foot feet ft"),
    ("length", "254/10000", "インチ inch inches"),
    ("length", "9144/10000", "ヤード yard yards yd"),
    ("mass", "1", "キログラム キロ kg Kg KG kilogram kilograms kilo kilos kilogramme kilogrammes"),
    ("mass", "1/1000", "グラム g gram grams gramme grammes"),
    ("mass", "1/1000000", "ミリグラム mg milligram milligrams"),
    ("mass", "1/1000000000", "マイクログラム μg ug mcg microgram micrograms"),
    ("mass", "1000", "トン t ton tons tonne tonnes metric_ton metric_tons metric_tonnes"),
    ("mass", "45359237/100000000", "ポンド pound pounds lb lbs"),
    ("mass", "45359237/1600000000", "オンス oz ounce ounces"),
    ("area", "1", "平方メートル 平米 m2 m^2 sq_m sqm square_metre square_metres square_meter square_meters"),
    (
        "area",
        "1000000",
        "平方キロメートル 平方キロ km2 km^2 sq_km square_kilometre square_kilometres square_kilometer "
        "square_kilometers",
    ),
    ("area", "1/10000", "平方センチメートル 平方センチ cm2 cm^2 square_centimetres square_centimeters"),
    ("area", "1/1000000", "平方ミリメートル mm2 square_millimetres square_millimeters"),
    ("area", "10000", "ヘクタール ha hectare hectares"),
    ("area", "100", "アール"),
    ("area", "400/121", "坪"),
    ("area", "9290304/100000000", "square_foot square_feet sq_ft sqft ft2"),
    ("area", "40468564224/10000000", "acre acres エーカー"),
    ("volume", "1/1000", "リットル L l ℓ litre litres liter liters"),
    ("volume", "1/1000000", "ミリリットル mL ml ML millilitre millilitres milliliter milliliters cc CC cm3 cm^3"),
    ("volume", "1/10000", "デシリットル dL dl"),
    ("volume", "1", "立方メートル 立米 m3 m^3 キロリットル kL kl cubic_metre cubic_metres cubic_meter cubic_meters"),
    ("volume", "3785411784/1000000000000", "ガロン gallon gallons"),
    ("power", "1", "ワット W watt watts"),
    ("power", "1000", "キロワット kW KW kw kilowatt kilowatts"),
    ("power", "1000000", "メガワット MW megawatt megawatts"),
    ("power", "1/1000", "ミリワット mW milliwatt milliwatts"),
    ("energy", "1", "ジュール J joule joules"),
    ("energy", "1000", "キロジュール kJ"),
    ("energy", "3600", "ワット時 Wh watt_hour watt_hours"),
    ("energy", "3600000", "キロワット時 キロワットアワー kWh KWh kwh KWH kilowatt_hour kilowatt_hours kilowatt-hours"),
    ("energy", "3600000000", "メガワット時 MWh megawatt_hours megawatt-hours"),
    ("energy", "4184/1000", "カロリー cal calories"),
    ("energy", "4184", "キロカロリー kcal"),
    ("voltage", "1", "ボルト V volt volts"),
    ("voltage", "1/1000", "ミリボルト mV millivolt millivolts"),
    ("voltage", "1000", "キロボルト kV"),
    ("current", "1", "アンペア A amp amps ampere amperes"),
    ("current", "1/1000", "ミリアンペア mA milliamp milliamps"),
    ("charge", "1", "Ah"),
    ("charge", "1/1000", "mAh"),
    ("resistance", "1", "オーム Ω ω ohm ohms"),
    ("resistance", "1000", "キロオーム kΩ kω kilohm kilohms kiloohms kohm"),
    ("resistance", "1000000", "メガオーム MΩ megohm megohms"),
    ("frequency", "1", "ヘルツ Hz hertz"),
    ("frequency", "1000", "キロヘルツ kHz"),
    ("frequency", "1000000", "メガヘルツ MHz"),
    ("frequency", "1000000000", "ギガヘルツ GHz"),
    ("pressure", "1", "パスカル Pa"),
    ("pressure", "100", "ヘクトパスカル hPa mbar"),
    ("pressure", "1000", "キロパスカル kPa"),
    ("pressure", "1000000", "メガパスカル MPa"),
    ("pressure", "100000", "bar"),
    ("sound", "1", "デシベル dB decibel decibels"),
    ("light", "1", "ルクス lx lux"),
    ("celsius", "1", "°C 度 degrees_celsius degrees_c degree_celsius ℃ deg_C degrees 摂氏"),
    ("fahrenheit", "1", "°F degrees_fahrenheit degrees_f ℉ degrees"),
    ("angle", "1", "° 度 degree degrees"),
    ("rotation", "1", "rpm 回転"),
    ("knots", "1", "ノット kn knot knots"),
    ("rank", "1", "位 番 番目 等 着 place st nd rd th rank"),
    ("age", "1", "歳 才 years_old year_old years_of_age"),
    (
        "people",
        "1",
        "人 名 名様 人分 人前 people person persons employees staff members participants employee "
        "participant attendees students residents workers visitors guests passengers servings",
    ),
    ("households", "1", "世帯 戸 軒 households household"),
    ("animals", "1", "匹 頭 羽 尾 animals animal birds"),
    ("machines", "1", "台 基 機 vehicles machines units unit devices cars buses"),
    ("flat-things", "1", "枚 sheets sheet"),
    ("books", "1", "冊 部 巻 copies volumes copy"),
    ("long-things", "1", "本 bottles trees"),
    ("ships", "1", "隻 艘 ships boats vessels ferries"),
    ("services", "1", "便 往復 flights sailings trips"),
    ("pieces-of-music", "1", "曲 songs tracks"),
    ("companies", "1", "社 companies firms company"),
    ("schools", "1", "校 schools"),
    ("buildings", "1", "棟 buildings"),
    ("rooms", "1", "室 部屋 rooms room"),
    ("seats", "1", "席 seats seat"),
    ("tickets", "1", "票 votes vote"),
    ("floor", "1", "階 階建て F floor floors storey storeys stories"),
    ("places", "1", "か所 カ所 ヶ所 箇所 ヵ所 店 店舗 地点 locations places sites stores branches 拠点 施設"),
    ("occasions", "1", "回 回目 度 回分 times time occasions runs"),
    ("article", "1", "条 号 項 章 節 款"),
    ("things", "12", "ダース dozen"),
    ("containers", "1", "箱 袋 缶 boxes box bags cartons crates cans packs packets"),
    (
        "things",
        "1",
        "個 つ 件 品 点 種 種類 品目 項目 か国 カ国 ヶ国 組 班 セット 口 語 字 文字 行 列 ページ 頁 区画 "
        "台分 食 杯 "
        "items item pieces piece cases case things types kinds sets pages lines words",
    ),
)


def _build() -> tuple[dict[str, tuple[Unit, ...]], dict[str, tuple[Unit, ...]]]:
    exact: dict[str, tuple[Unit, ...]] = {}
    words: dict[str, tuple[Unit, ...]] = {}
    for dimension, size, spellings in _ROWS:
        unit = Unit(dimension, Fraction(size))
        for raw in spellings.split():
            spelling = raw.replace("_", " ")
            exact[spelling] = (*exact.get(spelling, ()), unit)
            if len(spelling) > 2 and spelling.isascii() and spelling not in _CASE_BOUND:
                key = spelling.casefold().rstrip(".")
                words[key] = (*words.get(key, ()), unit)
    return exact, words


# Spellings of three letters and more whose case carries the meaning.
_CASE_BOUND = frozenset({"KiB", "MiB", "GiB", "TiB", "MWh", "MPa", "mAh", "MHz"})
_EXACT, _WORDS = _build()
# At most four words, so that the scan stays short on any text.
_LATIN = re.compile(
    r"(?:%ポイント|°[CF]?|[%‰$£€₩₹Ω]|[A-Za-zμΩω]{1,20}(?:[-^/]?[23s](?![A-Za-z0-9])|-hours?)?"
    r"(?: [A-Za-zμ]{1,14}){0,2})(?![A-Za-z0-9])|[%‰]"
)
_WIDE = re.compile(
    "|".join(re.escape(s) for s in sorted(_EXACT, key=len, reverse=True) if not s[0].isascii() and s[0] not in "°μΩω‰")
)
_PREFIX = re.compile(
    r"(?<![A-Za-z])(US\$|AU\$|CA\$|A\$|C\$|[$¥£€₩₹]|(?:JPY|USD|GBP|EUR|CNY|RMB|KRW|AUD|CAD|CHF|INR)) ?\Z", re.IGNORECASE
)
