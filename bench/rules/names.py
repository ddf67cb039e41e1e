"""Whether a text states a name: whole, not as the piece of a longer one, not rejected, not one of several.

Owns the boundaries of names in both scripts (京都 is not in 東京都, E12 not in E120) and the reading of "X, not Y",
"X or Y", "XよりY" and 「Xではなく」 around them.
"""

import re
import unicodedata
from enum import Enum
from functools import lru_cache

from bench.rules.overlap import content_tokens
from bench.text.fold import flatten, fold
from bench.text.numbers import find_numbers


class NameStatus(Enum):
    """How a text treats a name."""

    STATED = "stated"
    REJECTED = "rejected"
    AMONG_OTHERS = "among others"
    ABSENT = "absent"


def name_status(
    question: str, name: str, text: str, allowed: frozenset[str] = frozenset(), reference: str = ""
) -> NameStatus:
    """How `text` treats `name`. `allowed` are folded names that may stand beside it (the rest of a list).

    `reference` is the whole that `name` was taken from: what it puts beside the name extends nothing.
    """
    flat = _without_lead_in(plain_letters(flatten(text)))
    best = NameStatus.ABSENT
    settled: list[tuple[int, int]] = []
    for variant in name_variants(question, name):
        if len(variant) == 1 and flat.strip(" .。") != variant and len(name) > 1:
            # The C of "Gate C" alone is an answer only where it is all there is.
            continue
        for match in _pattern(variant).finditer(flat):
            if not _bounded(flat, match.start(), match.end(), f"{question} {reference}"):
                continue
            if any(start <= match.start() and match.end() <= end for start, end in settled):
                # A shorter variant inside a full name that was already rejected.
                continue
            status = _treatment(question, flat, match.start(), match.end(), allowed)
            settled.append(match.span())
            if status is NameStatus.STATED:
                return status
            best = status if best is NameStatus.ABSENT else best
    return best


def plain_letters(text: str) -> str:
    """`text` with Latin letters bare of accents (ō → o) and 第二 as 第2, for matching only."""
    if text.isascii():
        return text
    text = _NUMBERED_JA.sub(lambda m: f"第{find_numbers(m[1] + '円')[0].value}", text)
    return "".join(_bare(c) for c in text)


@lru_cache(maxsize=512)
def name_variants(question: str, name: str) -> tuple[str, ...]:
    """Ways to write one name: as given, without parentheses, company form, article, or a head the question gives."""
    flat = plain_letters(flatten(name)).strip(" .。、,\"'「」『』")
    flat = re.sub(r"(?:です|である|でした|になります|となります|だ)\Z", "", flat)
    forms = [flat, re.sub(r" ?\([^()]*\)", "", flat)]
    forms += [re.sub(r"^(?:(?:in|at|on|from|by|to|for) )?(?:the |an? )?", "", f, flags=re.I) for f in forms]
    forms += [_COMPANY.sub("", f).strip(" ,.") for f in forms]
    forms += [re.sub(r"(?:さん|様|氏|殿|君|先生|教諭|看護師|医師|主任|部長|課長)\Z", "", f) for f in forms]
    forms += [f"{m[2]} {m[1]}" for f in forms if (m := re.fullmatch(r"([A-Z][a-z]+),? ([A-Z][a-z]+)", f))]
    forms += [re.sub(r"^(?:Mr|Mrs|Ms|Dr|Prof)\.? ", "", f) for f in forms]
    heads = re.findall(r"[\u30a1-\u30fa\u30fc]{2,}|[\u4e00-\u9fff]{2,}", flatten(question))
    heads += re.findall(r"(?:どの|何)([\u4e00-\u9fff])", flatten(question))
    for form in list(forms):
        forms += [form.removesuffix(h).rstrip("のな") for h in heads if form.endswith(h) and len(form) > len(h)]
        numbered = re.fullmatch(r"([A-Z][a-z]+) (\d{1,4}[A-Z]?|[A-Z])", form)
        if numbered and _stems(numbered[1]) <= content_tokens(question):
            forms.append(numbered[2])
        words = form.split()
        if len(words) > 2 and _stems(words[0]) <= content_tokens(question):
            forms.append(" ".join(words[1:]))
        if len(words) > 1 and len(words[0]) > 2 and _stems(words[-1]) <= content_tokens(question):
            forms.append(" ".join(words[:-1]))
    day = _DAY_OF.get(fold(flat))
    if day is not None:
        forms += _DAYS[day]
    return tuple(dict.fromkeys(f for f in forms if len(f) >= 1))


_NUMBERED_JA = re.compile(r"第([一二三四五六七八九]?十?[一二三四五六七八九]|[一二三四五六七八九]?十)(?![百千万])")
_COMPANY = re.compile(
    r"株式会社|有限会社|合同会社|\(株\)|,? ?\b(?:co\.?,? ltd|ltd|inc|corp|corporation|llc|k\.k)\b\.?", re.I
)
_DAYS = tuple(
    (en, en[:3] + ".", f"{ja}曜日", f"{ja}曜")
    for en, ja in zip("monday tuesday wednesday thursday friday saturday sunday".split(), "月火水木金土日", strict=True)
)
_DAY_OF = {form: n for n, forms in enumerate(_DAYS) for form in forms}
_TOKEN = re.compile(
    r"[A-Za-z\u00c0-\u024f]+|\d+|[\u3040-\u309f]+|[\u30a0-\u30fa\u30fc-\u30ff]+|[\u3400-\u9fff々〇]+|"
    r"[^\s\w]"
)
_HAN = re.compile(r"[\u3400-\u9fff々〇]")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]")
_HIRAGANA = re.compile(r"[\u3041-\u309f]")
# A kanji name may be followed by what it is: a city, an office, a title.
_KIND_AFTER = re.compile(
    r"(?:市|県|都|府|区|町|村|郡|州|国|社|氏|様|殿|君|課|部(?!長)|係(?!長)|局(?!長)|室(?!長)|店(?!長)|"
    r"館(?!長)|駅(?!長)|線|港|山|川|湖|校(?!長)|院(?!長)|支店|支社|営業所|本社|本店|先生|教授|教諭|"
    r"看護師|医師|技師|部長|課長|主任|係長|店長|会長|社長|理事|委員|源泉|地区|地方|側|製|産|以外|等|様|"
    r"号|棟|邸|寺|神社|城|橋|通り|流|型|案|株式|宛|在住|出身|所属|担当|方面|行き|発|内|付近|周辺)"
)
_PREFIX_BEFORE = re.compile(
    r"(?:株式会社|有限会社|合同会社|学校法人|財団法人|社団法人|医療法人|名称|氏名|会社|担当|現|同|元|各|"
    r"約|計)\Z"
)
_PARTICLE_AFTER = re.compile(
    r"です|でし|でご|であ|では|でな|で[、,。 ]|だ(?!い)|は|が|を|の|と|に|へ|や(?!ま)|も(?!の)|"
    r"か(?![\u3041-\u309f]{2})|から|まで|より|など|って|さん|様|くん|ちゃん|という|といい|しか|だけ|のみ|"
    r"じゃ|ね|よ|[^\u3041-\u309f]|\Z"
)
_PARTICLE_BEFORE = re.compile(r"(?:[はがをのとにへやもでかるたてなれすうくいし]|こと|もの|および|ならびに|または)\Z")
_ROLE = re.compile(
    r"(?:manager|director|chief|head|officer|chair\w*|leader|supervisor|president|secretary|長|主任|"
    r"担当)\Z"
)
_EXTENSION = re.compile(
    r" (?:Plus|Pro|Max|Mini|Lite|Light|Premium|Ultra|Super|Neo|Next|Advanced|Deluxe|Extra|XL|Jr|Sr|"
    r"Junior|Senior|II|III|IV|V|VI|North|South|East|West|New|Old|Annex|\d+|[B-HJ-Z])(?![A-Za-z])"
)
_LEADING_EXTENSION = re.compile(
    r"(?<![A-Za-z])(?:New|Old|North|South|East|West|Upper|Lower|Super|Ultra|Neo|Former|Vice|Deputy|"
    r"Assistant|Sub|Non)[ -]\Z",
    re.I,
)
_NEW_OLD_JA = re.compile(r"(?:新|旧|元|副|準|非|反|東|西|南|北|前|次)\Z")
_LEAD_IN = re.compile(
    r"(?:^|(?<=[.。\n] )|(?<=[.。\n]))\s*(?:(?:Of|Among|Between|Out of|Compar(?:ed|ing) (?:with|to)?|"
    r"Unlike|In contrast to)\b[^.。\n]{3,160}?, "
    r"|[^。\n]{2,120}?(?:のうち(?:で|では)?|の中(?:で|では)|を(?:比べ|比較す)ると|と比べ(?:て|ると)|"
    r"に比べ(?:て|ると)|と比較(?:して|すると)|の間では)[、,]? ?)",
    re.I,
)
_REJECTED_BEFORE = re.compile(
    r"(?:\bnot|n't|\b(?:moved|moves|moving|transferred|transfers|changed|switched|relocated|came) (?:\w+ "
    r")?from|\b(?:took|taken|takes) over from|\b(?:replaced|replaces|succeeded|succeeds)(?! by)|\bsuccessor "
    r"(?:to|of)|\bfollowed by|\b(?:standing in|stands in|deputi\w+|substitut\w+|filling in|covering) for|"
    r"\bin place of|\brather than|\binstead of|\bexcept(?: for)?|\bexcluding|\bother than|"
    r"\bunlike|\bthan|\bnever|\bneither|\bnor|\bwithout|\bno longer|\bas opposed to|"
    r"\bbut not|\bcompared (?:to|with)|\bversus|\bvs\.?)(?: (?:the|a|an|in|at|to|by|from|on|be|for|of|"
    r"that of))*[ \"'「]*\Z",
    re.I,
)
_REJECTED_AFTER = re.compile(
    r"[」』\"']?(?:さん|様|氏|君|社|市|先生)?(?:の(?:代わり|代理|後任|前任)|では(?:な|あり|ござ)|じゃな|"
    r"でな[いく]|は(?:誤|間違|正しくな|"
    r"該当しな|含まれな|含まれま|対象外|違)|以外|を除|とは異な|から[^。、]{1,20}(?:へ|に)(?:異動|移|変更|"
    r"変わ|代わ|交代|交替|引き継|転|改)|とは(?:言え|限)|より(?!も?(?:提供|発|配|送|抜粋))| (?:is|was|"
    r"would be) (?:wrong|incorrect|false|ruled out|excluded))",
    re.I,
)
_NEGATED_AFTER = re.compile(r"[\"']? (?:is|was|are|were|does|did|has|had|would|can|could|will)(?: not|n't)\b", re.I)
_NEGATIVE_QUESTION = re.compile(
    r"\b(?:not|n't|without|never|no|fail\w*|un\w+ed|exclud\w+|except|miss\w+|lack\w*)\b|ない|なかった|"
    r"ません|不|未|非|外|除",
    re.I,
)
_ASIDE = re.compile(r"\b(?:while|whereas|although|though|even though|despite|unlike)\b(?P<aside>[^.;。]*)", re.I)
_NEXT = re.compile(
    r"[\"'」』]?(?:さん|先生|氏|様)?(?:\([^()]{0,40}\))? ?(?:(?P<both>,? and (?:also )?|,? as well as | "
    r"& |及び|および|"
    r"ならびに|並びに|と(?!考|思|言|呼|判|推|見|な|さ|し|書|記|い|同|比|共|と|も(?:に|な)|す|み|定|指|結|"
    r"答|理|解|は|の|、))"
    r"|(?P<either>,? or (?:possibly |perhaps |maybe )?|または|又は|もしくは|あるいは|"
    r"か、?(?=[\u3041-\u9fff]{2,12}(?:です|。|\Z|の(?:いずれ|どちら))))|(?P<comma>, |、|/|"
    r"・))[\"'「『]?(?:the )?"
    r"(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3}|[a-z][\w-]*(?: [\w-]+){0,2}(?=[.,;。]|\Z)|"
    r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々A-Za-z0-9]{2,20}|[\u3041-\u309f]{2,8}?(?=です|。|\Z|の(?:いずれ|"
    r"どちら|両)))"
)
_BEFORE = re.compile(
    r"(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,3}|[\u30a1-\u30fa\u30fc\u3400-\u9fff々A-Za-z0-9]{2,20}|"
    r"(?<=[はが、])(?!なく)[\u3041-\u309f]{2,8}?(?!、))[\"'」』]?(?:\([^()]{0,40}\))?"
    r"(?:(?P<both>,? and (?:also )?| & |及び|および|と)|(?P<either>,? or |または|又は|もしくは|あるいは|"
    r"か)|(?P<comma>、|・))[\"'「『]?(?:the )?\Z"
)


def _bare(char: str) -> str:
    if not "\u00c0" <= char <= "\u024f":
        return char
    return unicodedata.normalize("NFD", char)[0]


def _stems(word: str) -> frozenset[str]:
    return content_tokens(word) or frozenset({"\0"})


@lru_cache(maxsize=512)
def _pattern(name: str) -> re.Pattern[str]:
    tokens = [t for t in _TOKEN.findall(name) if re.match(r"\w", t)] or _TOKEN.findall(name)
    pieces = [rf"(?:no\.? ?|number |#)?{t}" if t.isdigit() and n else re.escape(t) for n, t in enumerate(tokens)]
    return re.compile(r"[\s\-・/,.'\"()「」『』&]{0,3}".join(pieces) or r"(?!)", re.IGNORECASE)


def _bounded(flat: str, start: int, end: int, known: str) -> bool:
    before, after = flat[max(0, start - 12) : start], flat[end : end + 12]
    first, last = flat[start], flat[end - 1]
    if first.isascii() and first.isalnum():
        if re.search(r"[A-Za-z0-9_](?:-)?\Z", before) or re.search(r"\d\.\Z", before):
            return False
        extended = _LEADING_EXTENSION.search(before)
        if extended and fold(extended[0]) not in fold(known):
            return False
    elif _HAN.match(first):
        if re.search(r"第\d{1,2}\Z", before):
            return before[before.rindex("第") :] in plain_letters(flatten(known))
        if before and _HAN.match(before[-1]) and not _PREFIX_BEFORE.search(before):
            return _run_before(before) in flatten(known) and not _NEW_OLD_JA.search(before)
    elif _KATAKANA.match(first):
        if before and _KATAKANA.match(before[-1]):
            return False
        if before and _HAN.match(before[-1]) and not _PREFIX_BEFORE.search(before):
            # 芽キャベツ is another thing than キャベツ.
            return _run_before(before) in flatten(known)
    elif _HIRAGANA.match(first) and before and _HIRAGANA.match(before[-1]) and not _PARTICLE_BEFORE.search(before):
        return False
    if last.isascii() and last.isalnum():
        if re.match(r"[A-Za-z0-9_]|-[A-Za-z0-9]|\.\d", after):
            return False
        extension = _EXTENSION.match(flat[end : end + 12])
        return not extension or fold(extension[0]) in fold(known)
    if _HAN.match(last):
        if not after or not (_HAN.match(after) or _KATAKANA.match(after)):
            return True
        if _KIND_AFTER.match(after) or re.match(r"(?:株式会社|コーポレーション)", after):
            return True
        run = re.match(r"[\u30a1-\u30fa\u30fc\u3400-\u9fff々]+", after)
        return run is not None and run[0] in flatten(known)
    if _KATAKANA.match(last):
        return not (after and _KATAKANA.match(after))
    if _HIRAGANA.match(last):
        return bool(_PARTICLE_AFTER.match(after)) or not after
    return True


def _run_before(before: str) -> str:
    match = re.search(r"[\u3400-\u9fff々]+\Z", before)
    return match[0] if match else "\0"


def _treatment(question: str, flat: str, start: int, end: int, allowed: frozenset[str]) -> NameStatus:
    before, after = flat[max(0, start - 60) : start], flat[end : end + 60]
    if _is_past(question, flat, start, end):
        return NameStatus.REJECTED
    if _REJECTED_BEFORE.search(before) or _REJECTED_AFTER.match(after):
        return NameStatus.REJECTED
    if _NEGATED_AFTER.match(after) and not _NEGATIVE_QUESTION.search(question):
        return NameStatus.REJECTED
    if any(m.start("aside") <= start < m.end() for m in _ASIDE.finditer(flat, max(0, start - 160), end)):
        return NameStatus.REJECTED
    follows, leads = _NEXT.match(after), _BEFORE.search(before)
    own = fold(flat[start:end])
    for match in (follows, leads):
        if match and _is_rival(match, question, own, allowed):
            return NameStatus.AMONG_OTHERS
    return NameStatus.STATED


def _is_past(question: str, flat: str, start: int, end: int) -> bool:
    """Whether the clause of a name speaks of an earlier state that the question does not ask for."""
    opening = re.split(r"[,;、。.\n]", flat[max(0, start - 100) : start])[-1]
    closing = re.split(r"[,;、。.\n]", flat[end : end + 60])[0]
    return bool(_PAST.search(f"{opening} {closing}")) and not _PAST.search(flatten(question))


_PAST = re.compile(
    r"\b(?:previously|formerly|before that|used to|until then)\b|それ以前|以前は|かつて|従来は|もともと", re.I
)


def _is_rival(match: re.Match[str], question: str, own: str, allowed: frozenset[str]) -> bool:
    """Whether the neighbour in "X and Y" is another answer, and not a piece of the name, the list or the question."""
    name = fold(match["name"])
    if match["comma"] and (_ROLE.search(own) or name in ("ms", "mr", "mrs", "dr", "prof")):
        # "the depot manager, Ms. Hayami": the second says who the first is.
        return False
    if (
        match["comma"]
        and match.re is _NEXT
        and not re.match(r"[」』\"']?(?: ?[,、.。;・]|,? and |,? or |と|です|\Z)", match.string[match.end() :])
    ):
        return False
    if any(name in a or a in name for a in allowed) or name in own:
        return False
    if match["either"] and not match["comma"]:
        return True
    if name.isascii() and re.match(
        r"(?:it|the|this|that|which|its|was|is|has|he|she|they|not|no|with|at|in|on|for|by|from|to|as|so|"
        r"also|only)\b",
        name,
    ):
        return False
    tokens = content_tokens(name)
    return bool(tokens or _HIRAGANA.match(name)) and not (tokens and tokens <= content_tokens(question))


def _without_lead_in(flat: str) -> str:
    """Removes "Of A and B," and AとBのうち: what is compared is not yet what is claimed."""
    return _LEAD_IN.sub(" ", flat)
