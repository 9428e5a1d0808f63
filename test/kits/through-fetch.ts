/** A request of `fetch` as it was sent, readable: the body as text, percent signs of the address read. */
export interface SentRequest {
  readonly address: string;
  readonly body: string;
}

/** Sends the request; its number is that of the requests since the beginning, from 0. */
type Pass = (send: () => Promise<Response>, number: number) => Promise<Response>;

/** Lets every request of `fetch` in this process go through `pass` while `work` runs, and returns what was sent. */
export async function throughFetch<Value>(
  pass: Pass,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly sent: readonly SentRequest[] }> {
  const { fetch: own } = globalThis;
  const sent: SentRequest[] = [];
  globalThis.fetch = async (target, init) => {
    const number = sent.length;
    const address = target instanceof Request ? target.url : String(target);
    const body = init?.body ?? (target instanceof Request ? await target.clone().text() : '');
    sent.push({ address: readable(address), body: typeof body === 'string' ? body : String(body) });
    return pass(() => own(target, init), number);
  };
  try {
    return { value: await work(), sent };
  } finally {
    globalThis.fetch = own;
  }
}

function readable(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** Returns the requests that `work` sends by `fetch`. */
export const sentBy = async (work: () => Promise<unknown>): Promise<readonly SentRequest[]> =>
  (await throughFetch((send) => send(), work)).sent;

/** Loses one request of `fetch` on its way, or the response to it. The others pass. */
export const losing =
  (which: 'request' | 'response', number: number): Pass =>
  async (send, at) => {
    if (at !== number) return send();
    if (which === 'response') await (await send()).arrayBuffer();
    throw new TypeError('fetch failed');
  };

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A body in which one value is missing, empty, a word that nobody knows, or of another kind. */
interface Altered {
  readonly what: string;
  readonly body: Json;
}

/** Returns a copy of a list or an object in which one value is another one, or is missing (undefined). */
function withValue(body: object, name: string | number, value: Json | undefined): Json {
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string | number, Json>;
  if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy as Json;
}

/** Returns copies of a body with another value in one place each. Whether something is so (`true`) stays as it is. */
function alterations(body: Json, path = ''): readonly Altered[] {
  if (typeof body !== 'object' || body === null) return [];
  return Object.entries(body).flatMap(([name, value]: [string, Json]) => {
    const place = `${path}.${name}`;
    const others: (readonly [what: string, value: Json | undefined])[] = [
      ['is missing', undefined],
      ['is null', null],
      ['is a list', []],
    ];
    if (typeof value === 'string' || typeof value === 'number')
      others.push(['is an unknown word', 'kit-unknown']);
    return [
      ...(value === null
        ? []
        : others.map(([what, other]) => ({ what: `${place} ${what}`, body: withValue(body, name, other) }))),
      ...alterations(value, place).map(({ what, body: other }) => ({
        what,
        body: withValue(body, name, other),
      })),
    ];
  });
}

/** Returns a copy of a body with another value in each place of one, or without it in any. */
function withoutEvery(body: Json, value: string, other: Json | undefined): Json {
  if (body === value) return other ?? null;
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(body).filter(([, one]) => other !== undefined || one !== value);
  const copied = kept.map(([name, one]: [string, Json]) => [name, withoutEvery(one, value, other)] as const);
  return Array.isArray(body) ? copied.map(([, one]) => one) : Object.fromEntries(copied);
}

/**
 * Runs `call` with every "EUR" in the responses that it gets by `fetch` being another currency, or missing, and returns
 * what the call returned each time; nothing when no response names it.
 */
export async function onOtherCurrencies<Value>(call: () => Promise<Value>): Promise<readonly Value[]> {
  const told: Value[] = [];
  for (const other of ['USD', null, undefined]) {
    let isNamed = false;
    const { value } = await throughFetch(async (send) => {
      const response = await send();
      const body = jsonOf(await response.clone().text()) ?? null;
      const altered = JSON.stringify(withoutEvery(body, 'EUR', other));
      isNamed ||= altered !== JSON.stringify(body);
      return altered === JSON.stringify(body) ? response : new Response(altered, response);
    }, call);
    if (isNamed) told.push(value);
  }
  return told;
}

/** Reads a response as JSON; undefined when it is none. */
function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Runs `call` once as it is, then once for each value of each JSON response that it gets by `fetch`, with this value
 * changed; `check` gets what the call returned, and what was changed.
 */
export async function onAlteredResponses<Value>(
  call: () => Promise<Value>,
  check: (value: Value, what: string) => void,
): Promise<void> {
  const bodies: (Json | undefined)[] = [];
  await throughFetch(async (send, number) => {
    const response = await send();
    bodies[number] = jsonOf(await response.clone().text());
    return response;
  }, call);
  for (const [at, body] of bodies.entries())
    for (const { what, body: altered } of alterations(body ?? null)) {
      const { value } = await throughFetch(async (send, number) => {
        const response = await send();
        return number === at ? new Response(JSON.stringify(altered), response) : response;
      }, call);
      check(value, `response ${at + 1}: ${what}`);
    }
}

/** The values in a body that are addresses of pages. */
function addressesIn(body: Json): readonly string[] {
  if (typeof body === 'string') return /^https?:/.test(body) ? [body] : [];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(addressesIn) : [];
}

/**
 * Runs `call`, and again with each address in the responses longer: with a query and a fragment in percent signs.
 * Returns for each address that `call` passes on what it was made and what the call returned then.
 */
export async function onLongerAddresses<Value>(
  call: () => Promise<Value>,
): Promise<readonly { readonly address: string; readonly value: Value }[]> {
  const found = new Set<string>();
  const { value } = await throughFetch(async (send) => {
    const response = await send();
    for (const address of addressesIn(jsonOf(await response.clone().text()) ?? null)) found.add(address);
    return response;
  }, call);
  const told = [];
  for (const address of found) {
    if (!JSON.stringify(value).includes(address)) continue;
    const longer = `${address}${address.includes('?') ? '&' : '?'}of=M%C3%BCller%26S&t=a%2Bb-${'c'.repeat(400)}#s%20`;
    const again = await throughFetch(async (send) => {
      const response = await send();
      return new Response((await response.text()).replaceAll(address, longer), response);
    }, call);
    told.push({ address: longer, value: again.value });
  }
  return told;
}
