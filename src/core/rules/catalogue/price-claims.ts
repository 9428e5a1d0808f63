import type { Locale } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import type { OfferPrice } from './offer-price.ts';

/** Words of a text that state a price or compare prices. */
export interface PriceClaim {
  /** The words as they stand in the text. */
  readonly words: string;
  /** `amount`: in cents; `percent`: in percent; `comparison`: words like "cheaper", without a number. */
  readonly kind: 'amount' | 'percent' | 'comparison';
  /**
   * Null for a comparison, and for what no ledger knows: a number word that is not in the list below, and Swiss francs,
   * in which nothing is sold.
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

const digits = String.raw`\d{1,3}(?:[.,]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,]\d{1,2})?(?!\d)`;
/** Any number word: one of the list, or one that is composed like a number. */
const words = String.raw`${Object.keys(numberWords).join('|')}|[\p{L}-]*(?:zehn|[zß]ig|hundert|tausend|teen|ty|hundred|thousand)(?:-\p{L}+)?`;
const percentUnit = String.raw`%|Prozent|per\s?cent`;
const francs = String.raw`CHF\b|Franken\b|francs?\b|Rappen\b`;
const amountUnit = String.raw`€|EUR\b|Euros?\b|Cents?\b|${francs}`;
const numbers = new RegExp(
  String.raw`(?<sign>€|EUR|CHF)\s?(?<signed>${digits})|` +
    String.raw`(?<![\p{L}\d.,])(?<!\p{L}-)(?:(?<from>${digits})\s?(?:[-–]|bis|to)\s?)?(?<number>${digits}|${words})[\s-]?(?:(?<percent>${percentUnit})|(?<amount>${amountUnit}))`,
  'giu',
);
const isInFrancs = new RegExp(francs, 'iu');

/** What is counted or measured without being a price: "8 statt 4 Lektionen". */
const otherUnits =
  `(?:Lektion|Kurs|Woche|Minute|Stunde|Tag|Seite|Teil|Monat|Jahr|Schritt|Farb|Bild|Blatt|Blätter|Stück|Takt|Person|` +
  `lesson|course|week|hour|day|page|part|month|year|step|colou?r|sheet|piece|people|bar|Grad|degree|°|` +
  String.raw`(?:Mal|times|[km]?g|m?l|[ckm]?m|px)\b)`;
/** What people save that is no money. */
const otherSavings = '(?:Zeit|Platz|Kraft|Wege?|Arbeit|Strom|Wasser|Papier|Farbe|Material|Mühe)';
const fractions = '(?:Drittel|Hälfte|Viertel|Fünftel|Zehntel|half|third|quarter|fifth|tenth)';

const comparisons = new RegExp(
  [
    String.raw`(?<!\p{L})(?:günstig|billig|cheap)er[a-z]?(?!\p{L})`,
    String.raw`preiswert\p{L}*|costs? less|half(?: the)? price|halbe[nmrs]? Preis|Schnäppchen|bargain`,
    'Sonderpreis|Aktionspreis|special price|price cut|reduced (?:price|to|by|from)|price reduction',
    // "149 statt 178", without a currency.
    String.raw`(?<!\p{L})(?:(?:an)?statt|instead of)\s+(?:(?:€|EUR|CHF)\s?)?\d[\d.,]*(?![\d.,]*\s?${otherUnits})`,
    String.raw`(?<!\p{L})(?<!${otherSavings}\s)(?:spar(?:e|en|st|t)|gespart|Ersparnis\p{L}*)(?!\p{L})` +
      String.raw`(?!(?:\s+(?:Sie|du|Ihnen|dir|uns|viel|so|damit))*\s+${otherSavings})`,
    String.raw`(?<!\p{L})Spar(?:preis|angebot|paket|vorteil|set)\p{L}*`,
    String.raw`(?<!\p{L})(?:reduzier|ermäßig|Preisreduktion|Preisnachl|Preissenk)\p{L}*`,
    // A code has its name from it.
    String.raw`\p{L}*rabatt(?!code)\p{L}*|discount(?!\s+code)\p{L}*`,
    String.raw`(?<!\p{L})sav(?:e|es|ed|ing)\s+(?:big|money|more|up to|over|today|now|[€\d]|EUR|CHF)|(?<!\p{L})savings(?!\p{L})`,
    String.raw`${fractions}\s+(?:weniger|less|off|below)(?!\p{L})|(?:money|price|(?<!\p{L})\d[\d.,]*)\s+off(?!\p{L})`,
  ].join('|'),
  'giu',
);

/** Returns every statement of a price or percentage in a text, two for a range, and every word that compares prices. */
export function claimsIn(text: string): readonly PriceClaim[] {
  const stated = [...text.matchAll(numbers)].flatMap((match): PriceClaim[] => {
    const [words] = match;
    const { signed, number = signed ?? '', percent, from } = match.groups ?? {};
    const values = [...(from === undefined ? [] : [from]), number].map(numberOf);
    if (percent !== undefined) return values.map((value) => ({ words, kind: 'percent', value }));
    const unit = isInFrancs.test(words) ? null : /cents?$/i.test(words) ? 1 : 100;
    return values.map((value) => ({
      words,
      kind: 'amount',
      value: value === null || unit === null ? null : Math.round(value * unit),
    }));
  });
  const compared = [...text.matchAll(comparisons)].map(
    (match): PriceClaim => ({ words: match[0], kind: 'comparison', value: null }),
  );
  return [...stated, ...compared];
}

/** The value of digits with German or English separators, or of a number word; null for a word that is not in the list. */
function numberOf(written: string): number | null {
  const word = numberWords[written.toLowerCase()];
  if (word !== undefined || !/^\d/.test(written)) return word ?? null;
  const decimals = /[.,](\d{1,2})$/.exec(written)?.[1] ?? '';
  const whole = decimals === '' ? written : written.slice(0, -decimals.length - 1);
  return Number(`${whole.replaceAll(/[.,]/g, '')}.${decimals}`);
}

/** Names in double braces that the ledger fills in texts of an offer. */
export const offerPlaceholders = ['price', 'reference', 'percent'] as const;

/** Returns the placeholders of a text: `['price']` for "Only {{price}}". */
export function placeholdersIn(text: string): readonly string[] {
  return [...text.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name);
}

/**
 * Fills the placeholders of an offer's texts from its price. A text that names something the offer does not have, for
 * example a percentage while nothing may be called lower, is left out.
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
