"""The wordings in which an answer that could not find a statement guesses or works one out all the same.

Owns the phrases only. A guess after a refusal is an attempt.
"""

import re

from bench.text.patterns import one_of

_SUPPOSE = r"(?:guess|estimat\w+|assume|suppose|say it|say that it|speculate)"
# Hedged claims: they answer, with a reservation.
GUESSES = re.compile(
    r"\b"
    + one_of(rf"""
        # Someone supposes.
        if i (?:had|have|were) to\b | if pressed | (?:as )?a guess\b | (?:my )?best (?:guess|estimate) | educated guess
        (?:my|the|here is a|only|just) (?:(?:personal|rough|own) )?(?:guess|hunch|estimate)\b | guessing\b
        (?:i(?:'d| would)|one (?:might|could|can)|i (?:can|could|might|will|'ll|must)) (?:only )?{_SUPPOSE}
        i(?:'d| would) say | i (?:think|believe|assume|suspect|guess|estimate|suppose|reckon) | assuming
        it is (?:reasonable|safe|fair) to (?:assume|say|estimate|conclude)
        # It is likely, or usual.
        (?:probably|presumably|likely|possibly|perhaps|maybe|roughly|supposedly)\b(?! not)
        most (?:plausible|probable|likely) | (?:seems?|appears?) to be | suggests? that | it follows that
        typically | generally | usually | in general | as a rule | from (?:my )?general knowledge | commonly
        on average
        # It would come to something.
        would (?:then )?(?:come to|amount to|cost|equal|total|make)\b | must (?:then )?have been\b
        must be (?:about )?[¥$£€]?\d | (?:would|will|must) (?:have to |then )?(?:be )?assumed?
        (?:should|would|could|might|may) be (?:about |around |approximately |roughly )?[¥$£€]?\d
        can be (?:estimated|inferred|assumed|calculated|deduced|derived)
    """),
    re.I,
)
# The same in Japanese.
GUESSES_JA = re.compile(
    one_of(r"""
        # 推測である。
        おそらく | 恐らく | たぶん | 多分 | かもしれ | でしょう | だろう | のはず | はずです | と思います
        推測(?:すると|ながら|ですが|になりますが|では|されます|されるのは|します|に(?:な|過)|です|ですが|しますと|では|値|として)
        推定(?:すると|では|されます|で) | と見込まれ | 見込みです | 可能性が高い
        (?:と|では?(?:ない)?か(?:と)?)(?:思われ|思い|思う|考えられ|考え(?:ます|る)|推察|推測|推定)
        (?:と|では?(?:ない)?か(?:と)?)(?:見られ|みられ|予想)
        # 一般にはそうである。
        一般的な | 一般的に(?:は|言) | 一般に(?:は)? | 通常は | 通例 | 目安(?:として|は) | 相場 | 概ね | およそ\d
        程度(?:でしょう|と思|と考え|と推)
        # 仮に言えば。
        とすれば | とするなら | 敢えて | あえて | 強いて | 仮に[^。]{0,20}(?:とすると|であれば|ならば?|だとすれば)
        仮定すると | 仮定すれば | 同額(?:だ)?とすると | と見なすと | とみなすと
    """)
)
_RECKONING = r"(?:times|twice|half(?!-)|plus|minus|multiplied by|divided by|the sum of)"
_PATTERN_JA = r"(?:流れ|規則|規則性|傾向|並び|増え方|推移|差|比率|ペース)"
_IS_JA = r"(?:です|となります|になります|である)"
# What leads from a missing statement to an answer that was worked out all the same.
DERIVES = re.compile(
    one_of(rf"""
        # Reckoning in signs and words.
        \d ?[×x*+] ?[^=]{{1,40}}= | \bcalculat\w+ (?:as|from|it) | \bby calculation | \bworks? out (?:at|to)
        \b{_RECKONING}\b[^.]{{0,60}}?\b(?:is|are|gives|makes|equals|comes)\b
        \bcomes to | 計算すると | 算出すると | から(?:計算|算出|逆算)(?:すると|して) | 合計すると | 導くと
        # Concluding.
        \bthe answer is | \btherefore,? (?:the|it|this)\b | \bthus,? (?:the|it)\b | \bhence
        \bso,? (?:the|it) (?:answer |fee |total |cost |value )?(?:is|was|comes)
        \bbased on (?:this|that|these|the (?:table|figures|rates|above))[^.]{{0,30}}\b(?:is|are|was|would)
        答えは | 読み取れるのは | したがって、?[^。]{{0,40}}{_IS_JA} | よって、?[^。]{{0,40}}{_IS_JA}
        ことから、?[^。]{{0,40}}(?:です|となります)
        (?:なので|ですので|から|ため)[^。、]{{0,24}}\d[^。、]{{0,12}}(?:になり|となり|です)
        # Going on with a pattern.
        {_PATTERN_JA}(?:から|で(?:い|行)けば|に従えば)、?[^。]{{0,40}}\d[^。]{{0,12}}{_IS_JA}
    """),
    re.I,
)
# Openings of a remark beside the answer.
SIDE_NOTES = re.compile(
    r"\s*"
    + one_of(r"""
        ただし | 但し | なお | 補足 | ちなみに | また | もっとも | note that | please note | note: | that said
        incidentally | also, | additionally | \( | （
    """),
    re.I,
)
