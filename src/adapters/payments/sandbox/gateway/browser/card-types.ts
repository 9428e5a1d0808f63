import type { CardType } from '#core/model/payment.ts';

/** A card number begins with this text, or with one between the two (both of one length, both included). */
type Prefix = string | readonly [first: string, last: string];

interface CardTypeFacts {
  readonly prefixes: readonly Prefix[];
  /** How many digits a whole number has. */
  readonly lengths: readonly number[];
  /** After how many digits a space stands. */
  readonly gaps: readonly number[];
  /** Digits of the security code. */
  readonly cvv_size: 3 | 4;
}

const inFours = [4, 8, 12, 16] as const;

/** What the twelve card types of specification §5 look like. */
export const cardTypeTable: Readonly<Record<CardType, CardTypeFacts>> = {
  visa: { prefixes: ['4'], lengths: [16, 18, 19], gaps: inFours, cvv_size: 3 },
  mastercard: {
    prefixes: [
      ['51', '55'],
      ['2221', '2720'],
    ],
    lengths: [16],
    gaps: inFours,
    cvv_size: 3,
  },
  'american-express': { prefixes: ['34', '37'], lengths: [15], gaps: [4, 10], cvv_size: 4 },
  'diners-club': {
    prefixes: [['300', '305'], '36', ['38', '39']],
    lengths: [14, 16, 19],
    gaps: [4, 10],
    cvv_size: 3,
  },
  discover: { prefixes: ['6011', ['644', '649'], '65'], lengths: [16, 19], gaps: inFours, cvv_size: 3 },
  jcb: {
    prefixes: ['2131', '1800', ['3528', '3589']],
    lengths: [16, 17, 18, 19],
    gaps: inFours,
    cvv_size: 3,
  },
  unionpay: {
    prefixes: [
      '620',
      ['62100', '62182'],
      ['62184', '62197'],
      ['62200', '62205'],
      ['622010', '622999'],
      ['62207', '62209'],
      ['623', '626'],
      '6270',
      '6272',
      '6276',
      ['627700', '627779'],
      ['627781', '627799'],
      ['6282', '6289'],
      ['6291', '6292'],
      '810',
      ['8110', '8171'],
    ],
    lengths: [14, 15, 16, 17, 18, 19],
    gaps: inFours,
    cvv_size: 3,
  },
  maestro: {
    prefixes: ['493698', ['500000', '504174'], ['504176', '506698'], ['506779', '508999'], ['56', '59'], '6'],
    lengths: [12, 13, 14, 15, 16, 17, 18, 19],
    gaps: inFours,
    cvv_size: 3,
  },
  elo: {
    prefixes: [
      ['401178', '401179'],
      '431274',
      '438935',
      '451416',
      '457393',
      ['457631', '457632'],
      '504175',
      ['506699', '506778'],
      ['509000', '509999'],
      '627780',
      '636297',
      '636368',
      ['650031', '650033'],
      ['650035', '650051'],
      ['650405', '650439'],
      ['650485', '650538'],
      ['650541', '650598'],
      ['650700', '650718'],
      ['650720', '650727'],
      ['650901', '650978'],
      ['651652', '651679'],
      ['655000', '655019'],
      ['655021', '655058'],
    ],
    lengths: [16],
    gaps: inFours,
    cvv_size: 3,
  },
  mir: { prefixes: [['2200', '2204']], lengths: [16, 17, 18, 19], gaps: inFours, cvv_size: 3 },
  hiper: {
    prefixes: ['637095', '63737423', '63743358', '637568', '637599', '637609', '637612'],
    lengths: [16],
    gaps: inFours,
    cvv_size: 3,
  },
  hipercard: { prefixes: ['606282'], lengths: [16], gaps: inFours, cvv_size: 3 },
};

interface Match {
  readonly type: CardType;
  /** Length of the prefix that the digits fill; 0 while they only may still become it. */
  readonly strength: number;
}

function strengthOf(prefix: Prefix, digits: string): number | null {
  const [first, last] = typeof prefix === 'string' ? [prefix, prefix] : prefix;
  const seen = digits.slice(0, first.length);
  if (seen < first.slice(0, seen.length) || seen > last.slice(0, seen.length)) return null;
  return seen.length === first.length ? seen.length : 0;
}

function matchesOf(digits: string): Match[] {
  const matches: Match[] = [];
  for (const [type, facts] of Object.entries(cardTypeTable) as [CardType, CardTypeFacts][]) {
    const strengths = facts.prefixes
      .map((prefix) => strengthOf(prefix, digits))
      .filter((found) => found !== null);
    if (strengths.length > 0) matches.push({ type, strength: Math.max(...strengths) });
  }
  return matches;
}

/**
 * The types that a card number beginning with `digits` may have; all of them for an empty text.
 * Once every candidate's prefix is complete, the longest prefix decides.
 */
export function possibleCardTypes(digits: string): CardType[] {
  const matches = matchesOf(digits);
  if (matches.some((match) => match.strength === 0)) return matches.map((match) => match.type);
  const longest = Math.max(0, ...matches.map((match) => match.strength));
  return matches.filter((match) => match.strength === longest).map((match) => match.type);
}

/** The card type of a number that begins with `digits`; null while it is unknown or ambiguous. */
export function cardTypeOf(digits: string): CardType | null {
  const [only, ...others] = possibleCardTypes(digits);
  return only !== undefined && others.length === 0 ? only : null;
}
