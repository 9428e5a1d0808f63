export const consentCookie = 'CookieConsent';

/** Lifetime of the consent cookie, in seconds: a year. */
export const consentCookieSeconds = 31_536_000;

/** The purposes to which a visitor has consented. Necessary cookies need no consent. */
export interface Consent {
  /** False until the visitor has chosen in the banner; until then the banner is shown and nothing is allowed. */
  readonly isDecided: boolean;
  readonly preferences: boolean;
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/** The consent of a visitor who has not chosen yet, or whose cookie cannot be read. */
export const noConsent: Consent = {
  isDecided: false,
  preferences: false,
  statistics: false,
  marketing: false,
};

/**
 * Reads the consent cookie in the format of Cookiebot with unquoted keys
 * (`{stamp:'…',necessary:true,marketing:false,…}`) or as strict JSON, percent-encoded or not. Any other text
 * means no consent. A purpose is allowed only by the value `true`. Never throws.
 */
export function parseConsent(cookie: string | null): Consent {
  const text = decode(cookie?.trim() ?? '');
  const fields = text === null ? null : (parseStrict(text) ?? parseLoose(text));
  if (fields === null || typeof fields.marketing !== 'boolean') return noConsent;
  return {
    isDecided: true,
    preferences: fields.preferences === true,
    statistics: fields.statistics === true,
    marketing: fields.marketing,
  };
}

/** The purposes that a visitor chose in the banner. */
export type ConsentChoice = Omit<Consent, 'isDecided'>;

export const everyPurpose: ConsentChoice = { preferences: true, statistics: true, marketing: true };
export const noPurpose: ConsentChoice = { preferences: false, statistics: false, marketing: false };

/**
 * Returns the consent cookie's value in the format of Cookiebot, not percent-encoded; the cookies port
 * encodes it. `stamp` is a random id with which a visitor can prove the consent, `now` is in milliseconds
 * since the epoch, `region` is a country code in lower case.
 */
export function serialiseConsent(choice: ConsentChoice, stamp: string, now: number, region = 'de'): string {
  const fields = [
    `stamp:${quote(stamp)}`,
    'necessary:true',
    `preferences:${choice.preferences}`,
    `statistics:${choice.statistics}`,
    `marketing:${choice.marketing}`,
    "method:'explicit'",
    'ver:1',
    `utc:${now}`,
    `region:${quote(region)}`,
  ];
  return `{${fields.join(',')}}`;
}

type Fields = Readonly<Record<string, unknown>>;

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, (character) => `\\${character}`)}'`;
}

/** Decodes a cookie value that may be percent-encoded. An encoded value never begins with a brace. */
function decode(text: string): string | null {
  if (text.startsWith('{')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

function parseStrict(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null;
  } catch {
    return null;
  }
}

/**
 * Matches one `key:value` pair and the comma or end after it. The key is bare or quoted; the value is a
 * boolean, a number or a quoted text.
 */
const pair =
  /\s*(?:([A-Za-z_]\w*)|'(\w+)'|"(\w+)")\s*:\s*(?:(true|false)|(-?\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/y;

/** Parses a flat object of such pairs. Returns null if it contains anything else or a key occurs twice. */
function parseLoose(text: string): Fields | null {
  if (!text.startsWith('{') || !text.endsWith('}')) return null;
  const body = text.slice(1, -1);
  const fields = new Map<string, unknown>();
  pair.lastIndex = 0;
  for (let end = 0; end < body.length; end = pair.lastIndex) {
    const match = pair.exec(body);
    if (match === null) return null;
    const key = match[1] ?? match[2] ?? match[3] ?? '';
    const isLast = match[8] === '';
    if (fields.has(key) || (!isLast && pair.lastIndex === body.length)) return null;
    fields.set(key, match[4] === undefined ? (match[5] ?? match[6] ?? match[7]) : match[4] === 'true');
  }
  return Object.fromEntries(fields);
}
