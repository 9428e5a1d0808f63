import type { Locale } from '#core/model/values.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import type { OfferPrice } from './offer-price.ts';

/** Words of a text that state a price or compare prices. */
export interface PriceClaim {
  /** The words as they stand in the text. */
  readonly words: string;
  /** `amount`: in cents; `percent`: in percent; `comparison`: words like "cheaper", without a number. */
  readonly kind: 'amount' | 'percent' | 'comparison';
  /** Null for a comparison, and for a number word that is not in the list below, which no ledger knows. */
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
const amountUnit = String.raw`€|EUR\b|Euros?\b|Cents?\b`;
const numbers = new RegExp(
  String.raw`(?<sign>€|EUR)\s?(?<signed>${digits})|` +
    String.raw`(?<![\p{L}\d.,])(?<!\p{L}-)(?:(?<from>${digits})\s?(?:[-–]|bis|to)\s?)?(?<number>${digits}|${words})[\s-]?(?:(?<percent>${percentUnit})|(?<amount>${amountUnit}))`,
  'giu',
);
const comparisons =
  /(?<!\p{L})(?:günstig|billig|cheap)er[a-z]?(?!\p{L})|costs? less|half(?: the)? price|halbe[nmrs]? Preis|Sonderpreis|special price|Schnäppchen|bargain/giu;

/** Returns every statement of a price or percentage in a text, two for a range, and every word that compares prices. */
export function claimsIn(text: string): readonly PriceClaim[] {
  const stated = [...text.matchAll(numbers)].flatMap((match): PriceClaim[] => {
    const [words] = match;
    const { signed, number = signed ?? '', percent, from } = match.groups ?? {};
    const values = [...(from === undefined ? [] : [from]), number].map(numberOf);
    if (percent !== undefined) return values.map((value) => ({ words, kind: 'percent', value }));
    const unit = /cents?$/i.test(words) ? 1 : 100;
    return values.map((value) => ({
      words,
      kind: 'amount',
      value: value === null ? null : Math.round(value * unit),
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
