"""The wordings in which an answer says that it cannot answer, in English and Japanese.

Owns the phrases only. A phrase must speak of knowing or of the material: "may not be used" or 使用できません states
a rule and is no refusal.
"""

import re

from bench.text.patterns import one_of

# What one cannot do who does not know. "Cannot enter" is a rule, so the verb must be one of these.
_FIND_OUT = one_of(r"""
    answer\w* | determin\w+ | find | found | locate\w* | provid\w+ | tell | told | say | said | confirm\w*
    identif\w+ | stat(?:e|ed) | establish\w* | verif\w+ | calculat\w+ | comput\w+ | conclu\w+ | ascertain\w*
    giv(?:e|en) | know\w* | deriv\w+ | infer\w* | decid\w+ | judg\w+ | specif\w+ | deduc\w+ | work(?:ed)? out
    resolv\w+ | respond\w* | reply | see | assist | help | offer | make | draw | select | read | settl\w+
    reconcil\w+ | pinpoint
""")
_CANNOT = one_of(r"""
    can(?:no|')t | cannot | can not | could(?:n't| not) | unable to | not able to | not possible to | impossible to
    no way (?:to|of) | not in a position to | fail(?:ed)? to | would(?:n't| not) be able to
""")
_BETWEEN_CANNOT = one_of(r"""
    \w+ly[ ] | even[ ] | therefore[ ] | to[ ] | also[ ] | thus[ ] | (?:give |provide |tell |offer |help )?you[ ]
""")
# What the material does not do, and what is not done in it.
_HOLD = one_of(r"""
    know | contain | include | mention | specify | state | provide | say | indicate | give | list | cover | address
    disclose | reveal | tell | explain | describe | define | show | record | report | allow (?:me|us|one) to
    supply | support | suffice | offer | note | name | set out | see | find | make (?:it )?clear
    have (?:\w+ ){0,2}(?:information|data|details?|context|access|evidence|answer|records?|figures?|basis)
""")
_HELD = one_of(r"""
    mentioned | stated | specified | disclosed | indicated | documented | known | clear | determinable | answerable
    recorded | described | given | provided | covered | addressed | defined | reported | published there | listed
    found | shown | present | contained | included | available | named | identified | filled in | set out
    spelled out | quoted | noted | among the
""")
_POSSIBLE_TO = r"possible to (?:\w+ly )?" + one_of(r"""
    answer | determine | say | tell | know | identify | find | calculate | confirm | establish | state | decide
    conclude | give | work | derive | judge | infer
""")
# Nouns of knowing: "no information on it", but not "no limit".
_LACKING = one_of(r"""
    not enough | insufficient | inadequate | lack(?:s|ing)?(?: of)?(?: the| any| sufficient)?
    without (?:the|any|more|further|sufficient) | no | missing | too little | not sufficient
""")
_KNOWLEDGE = one_of(r"""
    information | data | detail | evidence | context | mention | record | figure | answer | indication | reference
    statement | basis | source | documentation | entry | document | passage | rate | value | number | date | name
""")
_ABOUT = one_of(r"""
    \b(?:to (?:answer|determine|say|decide|tell|calculate|conclude)|(?:do|does) not exist|exists?)\b
    \b(?:is|are|was|were) (?:given|provided|available|found|mentioned|stated|included|listed|specified)\b
    \b(?:is|are|was|were) (?:shown|present|there|missing|lacking|absent)\b
    \b(?:in (?:the|these|this|any|your|my)|about|on|of|for|regarding|concerning)\b | (?=[.,;]|\Z)
""")
_MATERIAL_EN = one_of(r"""
    document | source | context | passage | text | material | chunk | page | they | it | which | table | list
    report | minute | notice
""")
_STATES = r"(?:mention|state|give|say|contain|provide|specif|cover|address|show|include|name|decide)\w*"
_OUT_OF_REACH = one_of(r"""
    unknown | unclear | undetermined | indeterminate | unspecified | undisclosed | unanswerable | undeterminable
    missing | absent | uncertain from | cut off | truncated | incomplete
""")
_NOT_SURE = r"(?:i'm|i am) not sure(?=[.,]| what| which| how| when| who|\Z)"

# The refusals themselves. "Is open" alone is a shop's hours, "no" with a limit or a fee is a rule.
DECLINES_EN = re.compile(
    r"\b"
    + one_of(rf"""
        # Not being able to say.
        {_CANNOT} (?:be )?{_BETWEEN_CANNOT}{{0,2}}{_FIND_OUT}
        no answer (?:can|could) | i (?:have no|lack)\b | no idea | {_NOT_SURE} | rather not (?:guess|speculate|say)
        (?:i|we) (?:have to |must |will |would |'d |'ll |should )?(?:decline|abstain|refrain)
        (?:i|we)(?: would|'d)? need (?:[\w'-]+ ){{1,8}}to (?:answer|determine|say|calculate|decide|tell|confirm)
        # The material does not hold it.
        (?:do|does|did)(?:n't| not) (?:\w+ly |even |seem to |appear to ){{0,2}}{_HOLD}
        (?:is|are|was|were|'s)(?:n't| not| nowhere| never) (?:\w+ly |yet |also |be |been )?(?:{_HELD}|{_POSSIBLE_TO})
        not (?:stated|specified|mentioned|given|provided|available|found|disclosed)\b
        not (?:determinable|answerable|known|in the (?:documents?|context|sources?|text|passages?|materials?))\b
        (?:is|are)(?:n't| not) something (?:that )?(?:the|these)
        {_MATERIAL_EN}s? (?:give|provide|contain|state|list|show|offer|include|mention|name|hold|have|quote|set)s? no\b
        (?:none|neither|not one) of (?:the|them|these|those)\b[^.]{{0,40}}?\b{_STATES}
        no (?:document|source|passage|chunk|text|record)s? (?:\w+ ){{0,3}}{_STATES}
        (?:says?|said|states?|reveals?|contains?|gives?|offers?|tells? us|mentions?) nothing\b
        (?:falls?|is|are|lies?) (?:outside|beyond) (?:of )?(?:the )?(?:scope|provided|given|supplied|documents?)
        (?:falls?|is|are|lies?) (?:outside|beyond) (?:of )?(?:the )?(?:context|material)
        # It is not there.
        {_LACKING} (?:\w+ ){{0,3}}?{_KNOWLEDGE}s?\b[^.]{{0,60}}?{_ABOUT}
        no (?:[\w-]+ ){{1,4}}(?:is|are|was|were) (?:\w+ly )?(?:stated|given|mentioned|specified|listed|provided)\b
        no (?:[\w-]+ ){{1,4}}(?:is|are|was|were) (?:\w+ly )?(?:recorded|indicated|documented|disclosed)\b
        (?:needed|necessary|required|relevant|corresponding) (?:\w+ ){{0,3}}(?:is|are|was|were) (?:missing|absent)\b
        (?:needed|necessary|required|relevant|corresponding) (?:\w+ ){{0,3}}(?:is|are|was|were) (?:lacking|not)\b
        (?:needed|necessary|required|relevant|corresponding) (?:\w+ ){{0,3}}(?:is|are) (?:incomplete|unavailable)\b
        (?:needed|necessary|required|relevant|corresponding) (?:\w+ ){{0,3}}(?:do|does) not\b
        nothing (?:about|on|regarding|concerning)\b | i (?:see|find|found) (?:no|nothing)\b
        nothing (?:is|was|has been) (?:said|stated|given|mentioned|recorded|specified|written|provided)
        nothing in (?:the|these|this)\b | there (?:is|was) nothing (?:in|about|on|that|to)\b
        (?:remains?|is|are|was|were) {_OUT_OF_REACH} | unanswerable | undeterminable
        # Blanks, and texts that stop too early.
        (?:left|remains?) (?:blank|open|empty)\b | (?:is|are) (?:blank|empty|left open)\b
        (?:question|matter|point|issue)s? (?:is|are) (?:still )?open\b
        leaves? (?:this|that|it|the \w+) (?:open|unanswered|unclear)
        cuts? off | breaks? off | ends? (?:abruptly|mid-\w+|before) | (?:stops?|ends?) there | cut short
        stops? (?:before|short|mid) | truncated
    """),
    re.I,
)
# Bare one-word refusals count only when they are the whole statement.
DECLINES_EN_WHOLE = re.compile(
    r"\s*"
    + one_of(r"""
        unknown | unclear | undetermined | n/?a | none given | no answer | not available | not applicable
        no information | unable to answer | i don'?t know | cannot answer | can'?t say
    """)
    + r"[.! ]*\Z",
    re.I,
)

# The same three in Japanese: what one cannot do, what is not there, and where it would be.
_KNOWING = one_of(r"""
    判断 | 回答 | お?答え | 御答え | 特定 | 確認 | 断定 | 確定 | 算出 | 計算 | 導出 | 導き出 | 導 | 提示 | 把握 | 決定
    判定 | 推定 | 推測 | 説明 | 案内 | 読み取 | 読み取る | 見つけ | 見いだ | 見出 | 挙げ | お伝え | 伝え | 結論 | 判明
    判別 | 断言 | 明言 | 明示 | 示 | 返答 | お示し | 決め | 決 | 申し上げ | 列挙 | 解答 | 割り出 | 求め | 知 | 判じ
    回答を提供 | 情報を提供 | 評価 | 比較 | 検証 | 究明 | 教え | 絞り込
""")
_NOT_CAN = (
    r"(?:する|す|出す|出|り出す|け|る|を|こと|(?:の)?(?:提供|提示|算出|特定|判断|回答)?)?(?:こと)?"
    r"(?:は|が|も|には|を)?"
    + one_of(r"""
        (?:でき|出来)(?:ません|ない|かね|ず) | でき兼ね | いたしかね | 致しかね | しかね | かね(?:ます|る)
        られ(?:ません|ない|ず) | れ(?:ません|ない|ず) | 得(?:ません|ない) | えません | 不可能 | 不可 | 不能 | 困難
        難し | かないません | わけにはいき | 無理
    """)
)
_MATERIAL_JA = one_of(r"""
    記載 | 記述 | 情報 | 言及 | 明記 | データ | 該当 | 資料 | 根拠 | 記録 | 定め | 回答 | 答え | 内容 | 文書 | 規定
    文献 | 手がかり | 材料 | 箇所 | 部分 | 文言 | 説明 | 数値 | 項目 | 出典 | 証拠 | 情報源 | 文脈 | コンテキスト
    ドキュメント | 記事 | 日付 | 金額 | 値 | 本文 | 欄 | 続き | 表 | 名称 | 名前 | 日数 | 規則 | 条文 | データ源
""")
_JOINED = r"(?:源|等|など|自体|そのもの)?(?:に(?:は|関する|ついて))?(?:は|が|も|を|に|で|と)?"
_TO_WHAT_DEGREE = one_of(r"""
    一切 | 全く | まったく | 特に | 何も | 直接 | 明確に | 明示的に | 具体的に | どこにも | いずれも | 文書に | 資料に
    本文に | 十分に | 十分で | 見当たら | そもそも | 提供された[^。、]{0,12}に
""")
_NOT_PUT = r"(?:い(?:ない|ません|なか|なく)|おらず|おりません|ません|ない)"
_PUT = one_of(r"""
    さ | 示さ | 書か | 明か | 載せら | 与えら | 触れら | 述べら | 挙げら | 提供さ | 記さ | 記載さ | 明記さ | 定めら
    公開さ | 言及さ | 明示さ | 掲載さ | 記録さ | 網羅さ | 説明さ | 規定さ | 開示さ | 特定さ
""")
_IS_ABSENT = one_of(rf"""
    ありません | ない(?!場合|とき|者|限り) | 無い | なし | 無し | なく | 無く | ございません | 存在せず
    存在し(?:ない|ません|て(?:いない|いません|おりません)|ておらず) | 見当た(?:ら|り) | 見つか(?:ら|り(?:ま))
    見受けられ(?:ません|ない) | 含まれて(?:い(?:ない|ません|なか)|おらず|おりません|ません|ない)
    含まれ(?:ません|ない|ず|ておらず) | {_PUT}れて{_NOT_PUT} | して(?:い(?:ない|ません)|おらず|おりません)
    載って(?:い(?:ない|ません)|おらず|おりません) | 不足 | 欠け | 欠落 | 不十分 | 足り(?:ない|ません|ず)
    十分で(?:ない|はない|はありません|ありません|はなく) | 得られ(?:ない|ません|ず)
    (?:は)?確認でき(?:ない|ません|ず) | 途切れ | 抜け落ち | 省略され
""")
_IN_MATERIAL = r"(?:資料|文書|本文|文脈|コンテキスト|ドキュメント|情報)(?:の中|内|中)?に(?:は|も)?、?"
_WRITE = r"(?:書|記|示|述べ|触れ|載|明か|明記|記載|掲載|言及|定め|規定|明示|開示)"
# The refusals themselves. ありません alone denies a fact; beside a word for the material it declines.
DECLINES_JA = re.compile(
    one_of(rf"""
        # Not being able to say.
        {_KNOWING}(?:し|いた|致)?{_NOT_CAN}
        (?:わか|分か|判|解)(?:りません|らない|りかね|らず|り兼ね|りませ|らん) | わかりかね | 分かりかね
        不明(?!点|な点が(?:あれば|ござ))(?:です|である|で|だ|と|の|。|、|\Z| |確|瞭)
        存じ(?:ません|上げません|ておりません|かね) | 知りません | 承知しておりません | 把握して(?:いません|おりません)
        (?:何|なん)とも(?:言え|申し) | 言えません | 申し上げられません | お役に立て(?:ません|ず) | お力になれ
        (?:回答|判断|特定|算出|答えること|解答|判定)(?:は|が)?(?:不可|不能|できず|できかね|控え|差し控え|保留|見送)
        (?:回答|判断|特定|算出|答えること|解答|判定)(?:は|が)?いたしかね
        (?:回答|推測|言及|判断)(?:を|は)(?:控え|差し控え|差控え|避け|いたしかね)
        # The material does not hold it.
        {_MATERIAL_JA}{_JOINED}{_TO_WHAT_DEGREE}?(?:は|も)?{_IS_ABSENT}
        (?:情報|記載|データ|根拠|資料|該当|回答|答え|証拠)(?:は|が)?(?:不足|不十分|なし|無し|欠如)
        {_IN_MATERIAL}(?:ありま|ない(?!よう)|ございま|存在し[なま]|含まれ(?:ません|ない)|見当た)
        {_IN_MATERIAL}含まれて(?:いま|おりま|いな)
        明らか(?:では|で|に(?:は)?(?:なって|され))(?:な|あり|い|お)
        (?:見つか(?:ら|り)|見当た(?:ら|り)|見受けられ|見いだせ|見出せ)(?:な|ま|ず)
        {_WRITE}(?:か|さ|ら|せ|せら|され)?(?:れ)?て?(?:は)?(?:い(?:ない|ません|なか)|おらず|おりません|ません)
        しか(?:載って|記載|示され|書かれ|含まれ|掲載|分か|わか)[^。]{{0,10}}(?:ない|ません|おらず)
        (?:資料|文書|提供|提示)[^。、]{{0,12}}範囲外
        # Blanks, and texts that stop too early.
        空欄 | 未記入 | 空白に | 途切れ | 途中で(?:切れ|終わ|途絶) | (?:の前|手前)で(?:終わ|切れ)
        切れて(?:いる|おり|いて|しまっ) | 尻切れ | 中断され
    """)
)
# Looser: a negation beside a word of stating. Only where nothing else in the answer could be one.
_DENYING = one_of(r"""
    not | no | nothing | none | never | neither | nor | nowhere | without | lacks? | lacking | missing | absent
    silent | omits? | omitted | fails? to | unable
""")
_STATING = one_of(r"""
    mention\w* | stat(?:e|ed|es|ing) | specif\w+ | provid\w+ | identif\w+ | indicat\w+ | contain\w* | list(?:ed|s)?
    given | says? | said | records? | recorded | information | details? | answers? | answered | documents? | contexts?
    passages? | sources? | materials? | texts? | determin\w+ | know\w* | confirm\w* | verif\w+ | tells? | clear
    found | find | disclos\w+ | names? | named | figure | enough
""")
HINTS_EN = re.compile(rf"(?:\b{_DENYING}\b|n't\b)[^.]{{0,50}}?\b{_STATING}\b|\bsilent (?:on|about)\b", re.I)
HINTS_JA = re.compile(
    one_of(r"""
        記載 | 記述 | 情報 | 言及 | 明記 | 資料 | 文書 | 回答 | 答え | 特定 | 確認 | 判断 | 説明 | 内容 | 触れ | 示さ
        書か | 載っ | 定か | 明らか | はっきり | わから | 分から | 読み取
    """)
    + r"[^。]{0,24}"
    + r"(?:ない|ません|なく|ず(?:、|に|。|\Z)|なし|無い|不可|不能|困難|欠け|不足)"
)
