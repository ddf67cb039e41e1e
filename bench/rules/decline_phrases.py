"""The wordings in which an answer says that it cannot answer, in English and Japanese.

Owns the phrases only. A phrase must speak of knowing or of the material: "may not be used" or 使用できません states
a rule and is no refusal.
"""

import re

DECLINES_EN = re.compile(
    r"\b(?:"
    r"(?:can(?:no|')t|cannot|can not|could(?:n't| not)|(?:am|is|are|was|were|'m|'s|'re)? ?(?:unable|not "
    r"able) to|not possible to|impossible to|no way (?:to|of)|not in a position to|fail(?:ed)? to|"
    r"would(?:n't| not) be able to)"
    r" (?:be )?(?:\w+ly |accurately |even |therefore |currently |to |also |thus |possibly |give you |"
    r"provide you |tell you |offer you |help you |you ){0,2}"
    r"(?:answer\w*|determin\w+|find|found|locate\w*|provid\w+|tell|told|say|said|confirm\w*|identif\w+|"
    r"stat(?:e|ed)|establish\w*|verif\w+|calculat\w+|comput\w+|conclu\w+|"
    r"ascertain\w*|giv(?:e|en)|know\w*|deriv\w+|infer\w*|decid\w+|judg\w+|specif\w+|deduc\w+|work(?:ed)? "
    r"out|resolv\w+|respond\w*|reply|see|assist|help|offer|make|draw|select|read|settl\w+|reconcil\w+|"
    r"pinpoint)"
    r"|(?:do|does|did)(?:n't| not) (?:\w+ly |actually |even |seem to |appear to |currently ){0,2}(?:know|"
    r"have (?:\w+ ){0,2}(?:information|data|details?|context|access|evidence|answer|records?|figures?|"
    r"basis)|contain|include|mention|specify|state|provide|say|"
    r"indicate|give|list|cover|address|disclose|reveal|tell|explain|describe|define|show|record|report|"
    r"allow (?:me|us|one) to|supply|support|suffice|offer|note|name|set out|see|find|make (?:it )?clear)"
    r"|(?:is|are|was|were|'s)(?:n't| not| nowhere| never) (?:\w+ly |yet |also |be |been )?(?:mentioned|"
    r"stated|specified|disclosed|indicated|documented|known|clear|determinable|answerable|recorded|"
    r"described|given|"
    r"provided|covered|addressed|defined|reported|published there|listed|found|shown|present|contained|"
    r"included|available|possible to (?:\w+ly )?(?:answer|determine|say|tell|know|identify|find|"
    r"calculate|confirm|establish|state|decide|conclude|give|work|derive|judge|infer))"
    r"|(?:not enough|insufficient|inadequate|lack(?:s|ing)?(?: of)?(?: the| any| sufficient)?|without "
    r"(?:the|any|more|further|sufficient)|no|missing|too little|not sufficient) (?:\w+ ){0,3}?"
    r"(?:information|data|details?|evidence|context|mention|record|figure|answer|indication|reference|"
    r"statement|basis|source|sources|documentation|entry|document|passage|rate|value|number|date|"
    r"name)s?\b"
    r"[^.]{0,60}?(?:\b(?:to (?:answer|determine|say|decide|tell|calculate|conclude)|(?:is|are|was|were) "
    r"(?:given|provided|available|found|mentioned|stated|included|listed|specified|shown|present|there|"
    r"missing|lacking|absent)|(?:do|does) not exist|exists?|in (?:the|these|this|any|your|my)|about|on|"
    r"of|for|regarding|concerning)\b|(?=[.,;]|\Z))"
    r"|(?:needed|necessary|required|relevant|corresponding) (?:\w+ ){0,3}(?:is|are|was|were|does|do) "
    r"(?:missing|absent|lacking|incomplete|unavailable|not)\b"
    r"|(?:documents?|sources?|contexts?|passages?|texts?|materials?|chunks?|pages?|they|it|which|table|list|"
    r"report|minutes|notice)s? (?:give|provide|contain|state|list|show|offer|include|mention|name|hold|have|"
    r"quote|set)s? no\b|(?:falls?|is|are|lies?) (?:outside|beyond) (?:of )?(?:the )?(?:scope|provided|given|"
    r"supplied|documents?|context|material)|(?:left|is|are|remains?) (?:blank|open|empty)\b"
    r"|(?:is|are|was|were)(?:n't| not) (?:\w+ly )?(?:named|identified|filled in|set out|spelled out|quoted|"
    r"noted|among the)"
    r"|nothing (?:about|on|regarding|concerning)\b|i (?:see|find|found) (?:no|nothing)\b|there (?:is|"
    r"was) nothing (?:in|about|on|that|to)\b"
    r"|(?:i|we)(?: would|'d)? need (?:[\w'-]+ ){1,8}to (?:answer|determine|say|calculate|decide|tell|confirm)"
    r"|(?:remains? |is |are |was |were )(?:unknown|unclear|undetermined|indeterminate|unspecified|"
    r"undisclosed|unanswerable|undeterminable|missing|absent|uncertain from|cut off|truncated|incomplete)"
    r"|(?:cuts? off|breaks? off|ends? (?:abruptly|mid-\w+|before)|(?:stops?|ends?) there|stops? "
    r"(?:before|short|mid)|truncated|"
    r"cut short)"
    r"|(?:says?|said|states?|reveals?|contains?|gives?|offers?|tells? us|mentions?) nothing\b|leaves? "
    r"(?:this|that|it|the \w+) (?:open|unanswered|unclear)|(?:is|are)(?:n't| not) something (?:that "
    r")?(?:the|these)"
    r"|nothing (?:is|was|has been) (?:said|stated|given|mentioned|recorded|specified|written|provided)|"
    r"nothing in (?:the|these|this)\b[^.]{0,60}|"
    r"(?:none|neither|not one) of (?:the|them|these|those)\b[^.]{0,40}?\b(?:mention|state|give|say|"
    r"contain|provide|specif|cover|address|show|include|name|decide)\w*|no (?:document|source|passage|"
    r"chunk|text|record)s? (?:\w+ ){0,3}(?:mention|state|give|say|contain|provide|specif|show|decide)\w*"
    r"|(?:i|we) (?:have to |must |will |would |'d |'ll |should )?(?:decline|abstain|refrain)|rather not "
    r"(?:guess|speculate|say)|no answer (?:can|could)|i (?:have no|lack)\b|i'm not sure(?=[.,]| what| "
    r"which| how| when| who|\Z)|i am not sure(?=[.,]| what| which| how| when| who|\Z)|"
    r"not (?:stated|specified|mentioned|given|provided|available|found|disclosed|determinable|answerable|"
    r"known|in the (?:documents?|context|sources?|text|passages?|materials?))\b|no idea|insufficient "
    r"(?:evidence|information|data|context)|unanswerable|undeterminable|cannot be (?:determined|answered)"
    r")",
    re.I,
)
# Bare one-word refusals count only when they are the whole statement.
DECLINES_EN_WHOLE = re.compile(
    r"\s*(?:unknown|unclear|undetermined|n/?a|none given|no answer|not available|not applicable|no "
    r"information|unable to answer|i don'?t know|cannot answer|can'?t say)[.! ]*\Z",
    re.I,
)

_KNOWING = (
    "判断|回答|お?答え|御答え|特定|確認|断定|確定|算出|計算|導出|導き出|導|提示|把握|決定|判定|推定|推測|"
    "説明|案内|読み取|読み取る|見つけ|見いだ|見出|挙げ|お伝え|伝え|結論|判明|"
    "判別|断言|明言|明示|示|返答|お示し|決め|決|申し上げ|列挙|解答|割り出|求め|知|判じ|回答を提供|"
    "情報を提供|評価|比較|検証|究明|教え|絞り込"
)
_MATERIAL = (
    "記載|記述|情報|言及|明記|データ|該当|資料|根拠|記録|定め|回答|答え|内容|文書|規定|文献|手がかり|"
    "材料|箇所|部分|文言|説明|数値|項目|出典|証拠|情報源|文脈|コンテキスト|ドキュメント|記事|日付|金額|"
    "値|本文|"
    "欄|続き|表|名称|名前|日数|規則|条文|データ源"
)
_NOT_CAN = (
    r"(?:する|す|出す|出|り出す|け|る|を|こと|(?:の)?(?:提供|提示|算出|特定|判断|回答)?)?(?:こと)?(?:は|"
    r"が|も|には|を)?"
    r"(?:でき(?:ません|ない|かね|ず|兼ね)|出来(?:ません|ない|かね|ず)|いたしかね|致しかね|しかね|"
    r"かね(?:ます|る)|られ(?:ません|ない|ず)|れ(?:ません|ない|ず)|得(?:ません|ない)|えません|不可能|不可|"
    r"不能|困難|難し|かないません|わけにはいき|無理)"
)
# Looser: a negation beside a word of stating. Only where nothing else in the answer could be one.
HINTS_EN = re.compile(
    r"(?:\b(?:not|no|nothing|none|never|neither|nor|nowhere|without|lacks?|lacking|missing|absent|silent|"
    r"omits?|omitted|fails? to|unable)\b|n't\b)[^.]{0,50}?"
    r"\b(?:mention\w*|stat(?:e|ed|es|ing)|specif\w+|provid\w+|identif\w+|indicat\w+|contain\w*|list(?:ed|"
    r"s)?|given|says?|said|records?|recorded|information|details?|answers?|answered|documents?|"
    r"contexts?|passages?|sources?|materials?|texts?|determin\w+|know\w*|confirm\w*|verif\w+|tells?|"
    r"clear|found|find|disclos\w+|names?|named|figure|enough)\b|\bsilent (?:on|about)\b",
    re.I,
)
HINTS_JA = re.compile(
    r"(?:記載|記述|情報|言及|明記|資料|文書|回答|答え|特定|確認|判断|説明|内容|触れ|示さ|書か|載っ|定か|"
    r"明らか|はっきり|わから|分から|読み取)[^。]{0,24}(?:ない|ません|なく|ず(?:、|に|。|\Z)|なし|無い|"
    r"不可|不能|困難|欠け|不足)"
)
DECLINES_JA = re.compile(
    rf"(?:{_KNOWING})(?:し|いた|致)?{_NOT_CAN}"
    r"|(?:わか|分か|判|解)(?:りません|らない|りかね|らず|り兼ね|りませ|らん)"
    r"|不明(?!点|な点が(?:あれば|ござ))(?:です|である|で|だ|と|の|。|、|\Z| |確|瞭)"
    r"|(?:存じ(?:ません|上げません|ておりません|かね)|知りません|承知しておりません|把握して(?:いません|"
    r"おりません))"
    rf"|(?:{_MATERIAL})(?:源|等|など|自体|そのもの)?(?:に(?:は|関する|ついて))?(?:は|が|も|を|に|で|"
    rf"と)?(?:一切|全く|まったく|特に|何も|直接|明確に|明示的に|具体的に|どこにも|いずれも|文書に|資料に|"
    rf"本文に|十分に|十分で|見当たら|そもそも|提供された[^。、]{{0,12}}に)?(?:は|も)?"
    r"(?:ありません|ない(?!場合|とき|者|限り)|無い|なし|無し|なく|無く|存在し(?:ない|ません|て(?:いない|"
    r"いません|おりません)|ておらず)|存在せず|見当た(?:ら|り)|見つか(?:ら|り(?:ま))|見受けられ(?:ません|"
    r"ない)|含まれて(?:い(?:ない|ません|なか)|おらず|おりません|ません|ない)|含まれ(?:ません|ない|ず|"
    r"ておらず)|"
    r"(?:さ|示さ|書か|明か|載せら|与えら|触れら|述べら|挙げら|提供さ|記さ|記載さ|明記さ|定めら|公開さ|"
    r"言及さ|明示さ|掲載さ|記録さ|網羅さ|説明さ|規定さ|開示さ|特定さ)れて(?:い(?:ない|ません|なか|なく)|"
    r"おらず|おりません|ません|ない)|して(?:い(?:ない|ません)|おらず|おりません)|"
    r"載って(?:い(?:ない|ません)|おらず|おりません)|不足|欠け|欠落|不十分|足り(?:ない|ません|ず)|"
    r"十分で(?:ない|はない|はありません|ありません|はなく)|ございません|得られ(?:ない|ません|ず)|"
    r"(?:は)?確認でき(?:ない|ません|ず)|途切れ|抜け落ち|省略され)"
    r"|(?:資料|文書|本文|文脈|コンテキスト|ドキュメント|情報)(?:の中|内|中)?に(?:は|も)?、?(?:ありま|"
    r"ない(?!よう)|ございま|存在し(?:な|ま)|含まれ(?:て(?:いま|おりま|いな)|ません|ない)|見当た)"
    r"|明らか(?:では|で|に(?:は)?(?:なって|され))(?:な|あり|い|お)|(?:見つか(?:ら|り)|見当た(?:ら|り)|"
    r"見受けられ|見いだせ|見出せ)(?:な|ま|ず)"
    r"|(?:書|記|示|述べ|触れ|載|明か|明記|記載|掲載|言及|定め|規定|明示|開示)(?:か|さ|ら|せ|せら|"
    r"され)?(?:れ)?て?(?:は)?(?:い(?:ない|ません|なか)|おらず|おりません|ません)"
    r"|(?:資料|文書|提供|提示)[^。、]{0,12}範囲外|空欄|未記入|空白に"
    r"|しか(?:載って|記載|示され|書かれ|含まれ|掲載|分か|わか)[^。]{0,10}(?:ない|ません|おらず)"
    r"|(?:途切れ|途中で(?:切れ|終わ|途絶)|(?:の前|手前)で(?:終わ|切れ)|切れて(?:いる|おり|いて|しまっ)|"
    r"尻切れ|中断され)"
    r"|(?:回答|判断|特定|算出|答えること|解答|判定)(?:は|が)?(?:不可|不能|できず|できかね|控え|差し控え|"
    r"保留|見送|いたしかね)|(?:情報|記載|データ|根拠|資料|該当|回答|答え|証拠)(?:は|が)?(?:不足|不十分|"
    r"なし|無し|欠如)"
    r"|(?:回答|推測|言及|判断)(?:を|は)(?:控え|差し控え|差控え|避け|いたしかね)|わかりかね|分かりかね|"
    r"何とも(?:言え|申し)|なんとも(?:言え|申し)|言えません|申し上げられません|お役に立て(?:ません|ず)|"
    r"お力になれ",
)
# Where the sentence goes on to guess, it is an attempt after all.
GUESSES = re.compile(
    r"\b(?:as )?a guess\b|\bwould (?:then )?(?:come to|amount to|cost|equal|total|make)\b|\bmust (?:then "
    r")?have been\b|\bmust be (?:about )?[¥$£€]?\d|"
    r"\b(?:(?:my )?best (?:guess|estimate)|(?:i(?:'d| would)|if i had to|one (?:might|could|can)|i "
    r"(?:can|could|might|will|'ll|must)) (?:only )?(?:guess|estimat\w+|assume|suppose|say it|say that it|"
    r"speculate)|i(?:'d| would) say|(?:probably|presumably|likely|possibly|perhaps|maybe|roughly|"
    r"supposedly)\b(?! not)|"
    r"i (?:think|believe|assume|suspect|guess|estimate|suppose|reckon)|educated guess|most (?:plausible|"
    r"probable|likely)|assuming|(?:would|will|must) (?:have to |then )?(?:be )?assumed?|(?:seems?|"
    r"appears?) to be|(?:should|would|could|might|may) be (?:about |around |approximately |roughly "
    r")?[¥$£€]?\d|typically|generally|usually|in general|as a rule|"
    r"from (?:my )?general knowledge|commonly|on average|it is (?:reasonable|safe|fair) to (?:assume|say|"
    r"estimate|conclude)|can be (?:estimated|inferred|assumed|calculated|deduced|derived)|it follows "
    r"that|suggests? that)",
    re.I,
)
GUESSES_JA = re.compile(
    r"とすれば|とするなら|一般的な|のはず|はずです|"
    r"おそらく|恐らく|たぶん|多分|推測(?:すると|では|されます|されるのは|します|に(?:な|過)|です|ですが|"
    r"しますと|では|値|として)|推定(?:すると|では|されます|で)|(?:と|では?(?:ない)?か(?:と)?)(?:思われ|"
    r"思い|思う|考えられ|考え(?:ます|る)|推察|推測|推定|見られ|みられ|予想)|"
    r"かもしれ|でしょう|だろう|と見込まれ|見込みです|一般的に(?:は|言)|一般に(?:は)?|通常は|通例|"
    r"目安(?:として|は)|敢えて|あえて|強いて|仮に[^。]{0,20}とすると|仮に[^。]{0,20}(?:であれば|ならば?|"
    r"だとすれば)|仮定すると|仮定すれば|同額(?:だ)?とすると|と見なすと|とみなすと|と思います|"
    r"可能性が高い|概ね|およそ\d|相場|程度(?:でしょう|と思|と考え|と推)"
)
# What leads from a missing statement to an answer that was worked out all the same.
DERIVES = re.compile(
    r"(?:なので|ですので|から|ため)[^。、]{0,24}\d[^。、]{0,12}(?:になり|となり|です)|\d ?[×x*+] "
    r"?[^=]{1,40}=|"
    r"\b(?:times|twice|half|plus|minus|multiplied by|divided by|the sum of)\b[^.]{0,60}?\b(?:is|are|"
    r"gives|makes|equals|comes)\b|"
    r"\b(?:the answer is|calculat\w+ (?:as|from|it)|by calculation|works? out (?:at|to)|comes to|based "
    r"on (?:this|that|these|the (?:table|figures|rates|above))[^.]{0,30}\b(?:is|are|was|would)|"
    r"therefore,? (?:the|it|this)\b|thus,? (?:the|it)\b|so,? (?:the|it) (?:answer |fee |total |cost |"
    r"value )?(?:is|was|comes)|hence)|"
    r"計算すると|算出すると|から(?:計算|算出|逆算)(?:すると|して)|答えは|合計すると|"
    r"したがって、?[^。]{0,40}(?:です|となります|になります|である)|よって、?[^。]{0,40}(?:です|"
    r"となります|になります|である)|導くと|読み取れるのは|ことから、?[^。]{0,40}(?:です|となります)",
    re.I,
)
# Openings of a remark beside the answer.
SIDE_NOTES = re.compile(
    r"\s*(?:ただし|但し|なお|補足|ちなみに|また|もっとも|note that|please note|note:|that said|"
    r"incidentally|also,|additionally|\(|（)",
    re.I,
)
