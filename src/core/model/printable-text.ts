/**
 * Assigned characters of the basic plane that no font of the documents contains: recent additions to Unicode, and two
 * old letters each of Telugu and Kannada.
 */
const notDrawn =
  /[\u088f\u0c5c\u0cdc\u20c1\u2b96\ua7ce\ua7cf\ua7d2\ua7d4\ua7f1\ufbc3-\ufbd2\ufd90\ufd91\ufdc8-\ufdce]|[\u1acf-\u1add]|[\u1ae0-\u1aeb]/;
/** Unassigned, private-use and surrogate characters, which have no generally known form. */
const withoutForm = /[\p{Cn}\p{Co}\p{Cs}]/u;
/** Characters beyond the basic plane that can be drawn: emojis, mathematical letters, and invisible modifiers. */
const drawnBeyond = /[\p{Emoji}\p{DI}\u{1d400}-\u{1d7ff}]/u;

/** Chinese characters beyond the basic plane that occur in names. */
const rareHan = new Set(
  '𠀋𠂉𠂊𠂢𠂤𠂰𠃵𠅘𠆢𠈓𠌫𠍱𠎁𠏹𠑊𠔉𠔿𠖱𠗖𠘑𠘨𠛬𠝏𠟈𠠇𠠺𠢹𠤎𠥼𠦄𠦝𠩤𠫓𠬝𠮟𠮷𠵅𠵘𠷡𠹤𠹭𠺕𠽟𡈁𡈽𡉕𡉴𡉻𡋗𡋤' +
    '𡋽𡌛𡌶𡍄𡏄𡑭𡑮𡗗𡙇𡚴𡜆𡝂𡢽𡧃𡨚𡱖𡴭𡵅𡵢𡵸𡶒𡶜𡶡𡶷𡷠𡸳𡸴𡼞𡽶𡿺𢅻𢈘𢌞𢎭𢘉𢛳𢡛𢢫𢦏𢪸𢭆𢭏𢭐𢮦𢰝𢰤𢷡𢹂𢿫𣆶' +
    '𣇃𣇄𣇵𣍲𣏌𣏐𣏒𣏓𣏕𣏚𣏟𣏤𣏾𣑊𣑋𣑑𣑥𣓤𣕚𣖔𣗄𣘸𣘹𣘺𣙇𣜌𣜜𣜿𣝣𣝤𣟧𣟱𣟿𣠤𣠽𣪘𣱿𣲾𣳾𣴀𣴎𣵀𣷓𣷹𣷺𣽾𤁋𤂖𤄃𤇆' +
    '𤇾𤋮𤎼𤏐𤘩𤚥𤟱𤢖𤣩𤩍𤭖𤭯𤰖𤴔𤸄𤸎𤸷𤹪𤺋𤿲𥁊𥁕𥄢𥆩𥇍𥇥𥈞𥉌𥐮𥒎𥓙𥔎𥖧𥙿𥝱𥞩𥞴𥡴𥧄𥧌𥧔𥫗𥫣𥫤𥫱𥮲𥱋𥱤𥶡𥸮' +
    '𥹖𥹢𥹥𥻂𥻘𥻨𥼣𥽜𥿔𥿠𥿻𦀌𦀗𦁠𦃭𦈢𦉪𦉰𦊆𦍌𦐂𦙾𦚰𦜝𦣝𦣪𦥑𦥯𦦙𦧝𦨞𦩘𦪌𦪷𦫿𦰩𦱳𦲞𦳝𦹀𦹥𦾔𦿶𦿷𦿸𧃴𧄍𧄹𧏚𧏛' +
    '𧏾𧐐𧑉𧘔𧘕𧘱𧚄𧚓𧜎𧜣𧝒𧢲𧦅𧦴𧪄𧮳𧮾𧯇𧰼𧲸𧵳𧶠𧸐𧺯𧾷𨂊𨂻𨉷𨊂𨋳𨏍𨐌𨑕𨓜𨕫𨗈𨗉𨛗𨛺𨥆𨥉𨥫𨦇𨦈𨦺𨦻𨨞𨨩𨩃𨩱' +
    '𨪙𨫍𨫝𨫤𨯁𨯯𨳝𨴐𨵱𨷻𨸏𨸗𨸟𨸶𨺉𨻫𨻶𨼲𨿸𩊠𩊱𩒐𩗏𩙿𩛰𩜙𩝐𩠐𩣆𩩲𩵋𩷛𩸕𩸽𩹉𩺊𩻄𩻛𩻩𩿎𩿗𪀚𪀯𪂂𪃹𪆐𪊲𪎌𪐷𪗱' +
    '𪘂𪘚𪚲𪧦𫝆𫝑𫝓𫝚𫝜𫝥𫝶𫝷𫝼𫞂𫞉𫞋𫞎𫞔𫞬𫞯𫞽𫟉𫟏𫟒𫟘𫟰𫠍𫠗𫠚𭕄𮉸𮕩𮛪𰻝𰻞𱁬',
);

/**
 * Returns whether invoices and other documents can show a text as typed
 * (docs/behaviour/orders.md#letters-in-documents). A property-based test compares this with the fonts.
 */
export function isPrintable(text: string): boolean {
  for (const character of text.normalize('NFC')) {
    const isBasic = character.length === 1;
    if (withoutForm.test(character) || (isBasic && notDrawn.test(character))) return false;
    if (!isBasic && !drawnBeyond.test(character) && !rareHan.has(character)) return false;
  }
  return true;
}
