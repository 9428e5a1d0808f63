/** Name of the consent cookie. */
export const consentCookie = 'CookieConsent';

/** What a visitor has allowed. What is necessary needs no consent. */
export interface Consent {
  /** False until the visitor has answered: the banner is shown, and nothing is allowed. */
  readonly is_decided: boolean;
  readonly preferences: boolean;
  readonly statistics: boolean;
  readonly marketing: boolean;
}

/** The state before an answer, and for every cookie that cannot be read. */
export const noConsent: Consent = {
  is_decided: false,
  preferences: false,
  statistics: false,
  marketing: false,
};

/**
 * Reads the consent cookie: Cookiebot's form with unquoted keys (`{stamp:'…',necessary:true,marketing:false,…}`) or
 * strict JSON, each percent-encoded or plain; anything else means no consent. Only the value `true`
 * allows anything. Never throws.
 */
export function parseConsent(cookie: string | null): Consent {
  const text = decode(cookie?.trim() ?? '');
  const fields = text === null ? null : (parseStrict(text) ?? parseLoose(text));
  if (fields === null || typeof fields.marketing !== 'boolean') return noConsent;
  return {
    is_decided: true,
    preferences: fields.preferences === true,
    statistics: fields.statistics === true,
    marketing: fields.marketing,
  };
}

/** What a visitor chose in the banner. */
export type ConsentChoice = Omit<Consent, 'is_decided'>;

/**
 * The cookie's value for a choice in Cookiebot's form, plain: the cookies port percent-encodes it.
 * `stamp` is a random id by which a visitor can prove the consent; `now` is milliseconds since the epoch; `region` a
 * country in lower case.
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

/** Cookie libraries hand the value over decoded or not; an encoded one never begins with a brace. */
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

/** One `key:value` pair: key bare or quoted, value a boolean, a number or a quoted text; then a comma or the end. */
const pair =
  /\s*(?:([A-Za-z_]\w*)|'(\w+)'|"(\w+)")\s*:\s*(?:(true|false)|(-?\d+(?:\.\d+)?)|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")\s*(,|$)/y;

/** Reads a flat object of such pairs; null unless every character belongs to one and no key comes twice. */
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
