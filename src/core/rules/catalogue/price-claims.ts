import type { Locale } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import type { OfferPrice } from './offer-price.ts';

/** Words of a text that state a price or compare prices. */
export interface PriceClaim {
  /** The matching words of the readable text. */
  readonly words: string;
  /** `amount`: in cents; `percent`: in percent; `comparison`: words like "cheaper", without a number. */
  readonly kind: 'amount' | 'percent' | 'comparison';
  /**
   * Null for a comparison, and for values that no ledger entry can support: number words that are not in the list
   * below, and currencies in which nothing is sold, such as Swiss francs.
   */
  readonly value: number | null;
}

const numberWords: Readonly<Record<string, number>> = {
  ein: 1,
  einen: 1,
  one: 1,
  zwei: 2,
  two: 2,
  drei: 3,
  three: 3,
  vier: 4,
  four: 4,
  fünf: 5,
  five: 5,
  sechs: 6,
  six: 6,
  sieben: 7,
  seven: 7,
  acht: 8,
  eight: 8,
  neun: 9,
  nine: 9,
  zehn: 10,
  ten: 10,
  elf: 11,
  eleven: 11,
  zwölf: 12,
  twelve: 12,
  fünfzehn: 15,
  fifteen: 15,
  zwanzig: 20,
  twenty: 20,
  fünfundzwanzig: 25,
  'twenty-five': 25,
  dreißig: 30,
  thirty: 30,
  vierzig: 40,
  forty: 40,
  fünfzig: 50,
  fifty: 50,
  sechzig: 60,
  sixty: 60,
  siebzig: 70,
  seventy: 70,
  fünfundsiebzig: 75,
  'seventy-five': 75,
  achtzig: 80,
  eighty: 80,
  neunzig: 90,
  ninety: 90,
  hundert: 100,
  hundred: 100,
};

/*
 * A text may have 250 kB, so no pattern may take quadratic time: patterns that can begin at any character have bounded
 * repetitions, and adjacent repetitions match different characters.
 */
const digits = String.raw`\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
/** A number word: one from the list, or one that is formed like a number word. */
const words = String.raw`${Object.keys(numberWords).join('|')}|(?:\p{L}[\p{L}-]{0,60})?(?:zehn|[zß]ig|hundert|tausend|teen|ty|hundred|thousand)(?:-\p{L}+)?`;
const percentUnit = String.raw`%|Prozent|per\s?cent|pct\b|v\.\s?H\.|vom Hundert`;
const francs = String.raw`CHF\b|Franken\b|francs?\b|Rappen\b`;
/** A German price notation without a unit: "149,-". */
const shelf = String.raw`,[-–—](?!\d)`;
const amountUnit = String.raw`€|EUR\b|Euros?\b|Euro(?=gutschein|schein|preis)|Cents?\b|${shelf}|[$£]|dollars?\b|${francs}`;
const numbers = new RegExp(
  String.raw`(?<sign>€|EUR|CHF|[$£])\s?(?<signed>${digits})|` +
    String.raw`(?<![\p{L}\d.,])(?<!\p{L}-)(?:(?<from>${digits})\s?(?:[-–]|bis|to)\s?)?(?<number>${digits}|${words})[\s-]?(?:(?<percent>${percentUnit})|(?<amount>${amountUnit}))`,
  'giu',
);
const isInOtherMoney = new RegExp(`${francs}|[$£]|dollar`, 'iu');

/** Units of counts and measures that are not prices: "8 statt 4 Lektionen". */
const otherUnits =
  `(?:Lektion|Kurs|Woche|Minute|Stunde|Tag|Seite|Teil|Monat|Jahr|Schritt|Farb|Bild|Blatt|Blätter|Stück|Takt|Person|` +
  `lesson|course|week|hour|day|page|part|month|year|step|colou?r|sheet|piece|people|bar|Grad|degree|°|` +
  String.raw`(?:Mal|times|[km]?g|m?l|[ckm]?m|px)\b)`;
/** Savings that are not money. */
const otherSavings = '(?:Zeit|Platz|Kraft|Wege?|Arbeit|Strom|Wasser|Papier|Farbe|Material|Mühe)';
const fractions = '(?:Drittel|Hälfte|Viertel|Fünftel|Zehntel|half|third|quarter|fifth|tenth)';

/** The remaining characters of a number. */
const rest = String.raw`[\d.,]{0,15}`;
/** A number that may be a price: not a year, a time, a count or a measure. */
const number = String.raw`(?!(?:1\d|20)\d\d(?!${rest}\d))(?!\d{1,15}:\d)\d${rest}(?!${rest}[\s-]?${otherUnits})`;
const price = String.raw`(?:(?:€|EUR|CHF)\s?)?${number}`;
/** A number without a currency. It cannot be checked against the product's own price. */
const unpriced = String.raw`${number}(?!${rest}[\s-]?(?:${amountUnit}|${percentUnit}))`;
/** Names of products; a bare number beside one is a price: "Kurse ab 149", "from 79 a course". */
const goods = String.raw`(?:Kurs|Buch|Bücher|Gutschein|Geschenk|Box|Masterpass|Mitgliedschaft|Monatskarte|Abo|course|book|voucher|gift|membership)\p{L}*`;
/** A date after "ab": "ab 1. März", "ab 24.12." */
const day = String.raw`(?:0?[1-9]|[12]\d|3[01])\.\s?(?:(?:0?[1-9]|1[0-2])(?!\d)|Jan|Feb|Mär|Apr|Mai|Jun|Jul|Aug|Sep|Okt|Nov|Dez)`;
const only = '(?:nur|only|just)';
const fromPrice = String.raw`(?:ab|from)\s+(?:${only}\s+)?(?!${day})${unpriced}`;
/** Words that mark the following number as an earlier or usual price. */
const usual =
  '(?:früher|bisher|sonst|ehemals|ursprünglich|vorher|zuvor|regulär|normalerweise|UVP|originally|formerly|previously|regularly|usually|(?:Listen|Normal|Einzel)preis|list price|RRP)';

const comparisons = new RegExp(
  [
    String.raw`(?<!\p{L})(?:günstig|billig|cheap)(?:er[a-z]?|st(?:e[nmrs]?)?|est)(?!\p{L})|halb so teuer|half as expensive|(?<!\p{L})teurer[a-z]?(?!\p{L})|more expensive`,
    String.raw`preis(?:wert|günstig)\p{L}*|costs? less|half(?:[- ]the)?[- ]price|halbe[nmrs]? Preis|Hälfte des Preises|Schnäppchen|bargain`,
    '(?:kostet|kosten|zahlen|bezahlen)(?: Sie| du)? weniger|weniger (?:be)?zahlen|pay(?:s|ing)? less|weniger als (?:einzeln|der Einzelpreis)',
    String.raw`(?<!\p{L})(?:Sonder|Aktions|Angebots|Einführungs|Vorteils|Vorzugs|Best|Tiefst|Niedrig|Streich|Dauertief)preis\p{L}*|Preis(?:vorteil|sturz|hammer|knaller)`,
    '(?:special|lower|best|introductory|sale) price|lowest price(?! (?:of|in) the 30 days)|(?:niedrigste|beste)[nrs]? Preis(?! der 30 Tage)|unter Preis|below the usual price|less than buying|mehr fürs Geld|more for less|price (?:cut|drop)|reduced (?:price|to|by|from)|price reduction|(?:marked|knocked) down',
    String.raw`Preise? (?:gesenkt|gefallen|purzeln)|(?:herab|herunter)gesetzt|verbilligt|(?<!\p{L})[Vv]ergünstig\p{L}*|(?:Schluss|Räumungs)verkauf|Ausverkauf(?!t)|clearance`,
    'Black Friday|Cyber Monday|(?:summer|winter|spring|autumn|flash) sale',
    // "two for one", "drei zum Preis von zweien".
    String.raw`(?:zum Preis von|for the price of) (?:ein|zwei|drei|one|two|three|\d)|(?<!\p{L})(?:two|2)[- ](?:for|für)[- ](?:one|1)(?!\d)|buy one,? get one|gratis dazu`,
    // "149 statt 178", "früher 178", "178, jetzt 149", "178 → 149", without a currency.
    String.raw`(?<!\p{L})(?:(?:an)?statt|instead of)\s+(?:(?:der|den|die|the)\s+(?:\p{L}+\s+)?)?${price}`,
    String.raw`(?<!\p{L})${usual}\s+(?:nur\s+|only\s+)?${price}|(?:im Wert von|worth)\s+${price}`,
    String.raw`\d\s*(?:[,;–-]\s*)?(?:jetzt|heute|now|today)(?:\s+(?:nur|only|just))?\s+${price}|\d\s*(?:→|⇒|-+>|=>)\s*${price}`,
    String.raw`(?<!\p{L})(?:kostet|costs?|Preis:|price:|Preis von|price of|priced at)\s+(?:nur\s+|only\s+)?${unpriced}`,
    String.raw`(?<!\p{L})(?:nur|only|just)\s+${unpriced}(?=\s*(?:$|[.!?;)]))`,
    String.raw`(?<!\p{L})${goods}\s+(?:gibt es\s+|schon\s+|jetzt\s+|now\s+)?(?:${fromPrice}|${only}\s+(?!${day})${unpriced})(?=\s*(?:$|[.,](?!\d)|[!?;:)]))`,
    String.raw`(?<!\p{L})${fromPrice}\s+(?:pro|je|per|an?)\s+${goods}`,
    String.raw`(?<!\p{L})(?<!${otherSavings}\s)(?:spar(?:e|en|st|t)|gespart|Ersparnis\p{L}*)(?!\p{L})` +
      String.raw`(?!(?:\s+(?:Sie|du|Ihnen|dir|uns|viel|so|damit))*\s+${otherSavings})`,
    String.raw`(?<!\p{L})Spar(?:preis|angebot|paket|vorteil|set)\p{L}*`,
    String.raw`(?<!\p{L})(?:reduzier|ermäßig|Preisreduktion|Preissenk)\p{L}*`,
    // Not "Rabattcode" and "discount code", which only name a code.
    String.raw`\p{L}{0,40}rabatt(?!code)\p{L}*|discount(?!\s+code)\p{L}*|Preisnachl\p{L}*|\d\s+Nachlass(?!\p{L})|(?<!\p{L})Nachlass (?:auf|von)(?!\p{L})`,
    String.raw`(?<!\p{L})sav(?:e|es|ed|ing)\s+(?:you\s+|us\s+)?(?:big|money|more|up to|over|today|now|[€\d]|EUR|CHF)|(?<!\p{L})savings(?!\p{L})`,
    String.raw`${fractions}\s+(?:weniger|less|off|below)(?!\p{L})|(?:money|price|(?<!\p{L})(?:\d${rest}|ten|twenty|fifty))\s+off(?!\p{L})`,
    String.raw`(?<!\p{L})\d${rest}\s+(?:weniger|gespart|geschenkt|less)(?!\p{L}|\s+(?:als|than)\s+\d+\s*${otherUnits})`,
  ].join('|'),
  'giu',
);

/** A number that is struck out by markup. */
const struckOut = /(?:~~|<(?:s|del|strike)\b[^<>]*>)[^~<]*\d[^~<]*/giu;

/** Returns the visible text: without HTML and Markdown markup and invisible characters, with normalised digits. */
export function readableText(text: string): string {
  return text
    .replaceAll(/\[([^[\]]*)\]\([^)[]*\)/g, '$1')
    .replaceAll(/<[^<>]*>|[*_~`]|\p{Cf}|\\(?=[\p{P}\p{S}])/gu, '')
    .replaceAll(/&(?:euro|#8364|#x20ac);/gi, '€')
    .replaceAll(/&(?:nbsp|thinsp|#160|#xa0|#8239|#x202f);/gi, ' ')
    .replaceAll(/[\u2010\u2011]/g, '-')
    .normalize('NFKC');
}

/**
 * Returns all prices and percentages that a text states (two for a range) and all words that compare prices, based on
 * its `readableText`.
 */
export function claimsIn(written: string): readonly PriceClaim[] {
  const text = readableText(written);
  const struck = (written.match(struckOut) ?? []).map(
    (words): PriceClaim => ({ words: readableText(words), kind: 'comparison', value: null }),
  );
  const stated = [...text.matchAll(numbers)].flatMap((match): PriceClaim[] => {
    const [words] = match;
    const { signed, number = signed ?? '', percent, from } = match.groups ?? {};
    const values = [...(from === undefined ? [] : [from]), number].map(numberOf);
    if (percent !== undefined) return values.map((value) => ({ words, kind: 'percent', value }));
    const unit = isInOtherMoney.test(words) ? null : /cents?$/i.test(words) ? 1 : 100;
    return values.map((value) => ({
      words,
      kind: 'amount',
      value: value === null || unit === null ? null : Math.round(value * unit),
    }));
  });
  const compared = (text.match(comparisons) ?? []).map(
    (words): PriceClaim => ({ words, kind: 'comparison', value: null }),
  );
  return [...stated, ...compared, ...struck];
}

/** Returns the value of digits with German or English separators, or of a number word; null for an unknown word. */
function numberOf(written: string): number | null {
  const word = numberWords[written.toLowerCase()];
  if (word !== undefined || !/^\d/.test(written)) return word ?? null;
  const decimals = /[.,](\d{1,2})$/.exec(written)?.[1] ?? '';
  const whole = decimals === '' ? written : written.slice(0, -decimals.length - 1);
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals}`);
}

/** Placeholders in texts of an offer, filled from its price. */
export const offerPlaceholders = ['price', 'reference', 'percent'] as const;

/** Returns the placeholders of a text: `['price']` for "Only {{price}}". */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{([^{}]*)\}\}/g)].map(([, name = '']) => name.trim());
}

/**
 * Fills the placeholders of an offer's texts from its price. Leaves out texts with a placeholder that has no value, for
 * example a percentage when the price must not be called reduced.
 */
export function fillOfferTexts(
  texts: readonly string[],
  offer: OfferPrice | null,
  locale: Locale,
): readonly string[] {
  const percent = offer?.percent ?? null;
  const values: Readonly<Record<string, string | null>> = {
    price: offer === null ? null : formatPrice(offer.price, locale),
    reference: offer?.reference == null ? null : formatPrice(offer.reference, locale),
    percent: percent === null ? null : formatPercent(percent, locale),
  };
  return texts
    .filter((text) => placeholdersIn(text).every((name) => (values[name] ?? null) !== null))
    .map((text) => text.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => values[name] ?? ''));
}

function formatPercent(percent: number, locale: Locale): string {
  return locale === 'de' ? `${percent}\u00a0%` : `${percent}%`;
}
