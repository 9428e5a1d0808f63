import { expect } from 'vitest';
import { readable } from './watch-requests.ts';

/** A request of `fetch` as it was sent, readable: the body as text, percent signs of the address read. */
export interface SentRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string;
}

/** Sends the request, whose number is that of the requests since the beginning, from 0. */
type Pass = (send: () => Promise<Response>, number: number, request: SentRequest) => Promise<Response>;

/** Lets every request of `fetch` in this process go through `pass` while `work` runs, and returns what was sent. */
export async function throughFetch<Value>(
  pass: Pass,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly sent: readonly SentRequest[] }> {
  const { fetch: own } = globalThis;
  const sent: SentRequest[] = [];
  globalThis.fetch = async (target, init) => {
    const isRequest = target instanceof Request;
    const asked = {
      method: (init?.method ?? (isRequest ? target.method : 'GET')).toUpperCase(),
      address: readable(isRequest ? target.url : String(target)),
    };
    // Its number is that of the call, however long its body takes.
    const number = sent.push({ ...asked, body: '' }) - 1;
    const body = init?.body ?? (isRequest ? await target.clone().text() : '');
    const request = { ...asked, body: typeof body === 'string' ? body : String(body) };
    sent[number] = request;
    return pass(() => own(target, init), number, request);
  };
  try {
    return { value: await work(), sent };
  } finally {
    globalThis.fetch = own;
  }
}

/** Fails a test that has tried nothing, so that it is skipped with its reason. */
export function expectSeen(count: number, what = 'request'): void {
  if (count === 0) throw new Error(`No ${what} was seen by \`fetch\`: skip this test`);
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

/**
 * Holds the first request of `slow` back, begins `other` meanwhile, and fails unless `other` sends a request, or ends,
 * before `slow` ends by its own time limit. How long `other` takes is not looked at: no slow machine makes it fail.
 * Nothing is tried when no request is seen by `fetch`; returns whether one was.
 */
export async function expectOvertaking(
  slow: () => Promise<unknown>,
  other: () => Promise<unknown>,
  timeLimit: number,
): Promise<boolean> {
  const held = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const overtaken = Promise.withResolvers<string>();
  let counts = false;
  const release = () => {
    counts = false;
    held.resolve();
  };
  let timer: NodeJS.Timeout | undefined;
  const { value } = await throughFetch(
    async (send, number) => {
      if (counts) overtaken.resolve('other');
      if (number === 0) {
        begun.resolve();
        await held.promise;
      }
      return send();
    },
    async () => {
      const first = slow().then(
        () => 'slow',
        () => 'slow',
      );
      if ((await Promise.race([begun.promise, first])) === 'slow') return null;
      counts = true;
      // An adapter that gives up only when its request fails would wait for ever.
      timer = setTimeout(release, timeLimit);
      const second = other().then(() => 'other');
      const ended = await Promise.race([overtaken.promise, first, second]);
      release();
      await Promise.allSettled([first, second]);
      return ended;
    },
  );
  clearTimeout(timer);
  if (value !== null) expect(value, 'went on first').toBe('other');
  return value !== null;
}

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

/** What a value may be made to. No list is made empty: a provider says so that it has found nothing. */
function othersOf(value: Json, isInList: boolean, mayBeMissing: boolean) {
  const others: (readonly [what: string, value: Json | undefined])[] = [];
  if (!mayBeMissing) others.push(['is null', null]);
  if (!mayBeMissing && !isInList) others.push(['is missing', undefined]);
  others.push(['is of another kind', Array.isArray(value) ? 'kit-unknown' : []]);
  if (typeof value === 'string' || typeof value === 'number')
    others.push(['is an unknown word', 'kit-unknown']);
  return others;
}

/**
 * Returns copies of a body with another value in one place each. Whether something is so (`true`) stays as it is. What
 * may be missing (`payment.captured_at`, without positions in lists) is neither missing nor null.
 */
function alterations(body: Json, mayBeMissing: readonly string[], path = ''): readonly Altered[] {
  if (typeof body !== 'object' || body === null) return [];
  const isInList = Array.isArray(body);
  return Object.entries(body).flatMap(([name, value]: [string, Json]) => {
    const place = isInList ? path : `${path}${path === '' ? '' : '.'}${name}`;
    const what = isInList ? `${path}[${name}]` : place;
    const others = value === null ? [] : othersOf(value, isInList, mayBeMissing.includes(place));
    return [
      ...others.map(([how, other]) => ({ what: `${what} ${how}`, body: withValue(body, name, other) })),
      ...alterations(value, mayBeMissing, place).map((inside) => ({
        ...inside,
        body: withValue(body, name, inside.body),
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

/** A response as it came, to be given again. */
interface Recorded {
  readonly text: string;
  readonly response: Response;
}

/** Which request of a call one is: another call sends other bodies, and may need no key of a session any more. */
function naming() {
  const counts = new Map<string, number>();
  return ({ method, address }: SentRequest) => {
    const name = `${method} ${address}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} (${count})`;
  };
}

/** A response with another text; those of some statuses have none. */
const withText = (text: string, { response }: Recorded) => new Response(text === '' ? null : text, response);

/**
 * Runs `call` once as it is, then once for each value of each JSON response that it gets by `fetch`, with this value
 * changed; `check` gets what the call returned, and what was changed. `prepare` makes what each call is about, with
 * responses that nobody changes. All responses but the changed one are those of the first run: the provider is asked
 * only what it was not asked then. Returns how many responses were changed.
 */
export async function onAlteredResponses<Subject, Value>(
  prepare: () => Promise<Subject>,
  call: (subject: Subject) => Promise<Value>,
  check: (value: Value, what: string) => void,
  mayBeMissing: readonly string[] = [],
): Promise<number> {
  const recorded = new Map<string, Recorded>();
  const first = await prepare();
  const nameOf = naming();
  await throughFetch(
    async (send, _, request) => {
      const name = nameOf(request);
      const response = await send();
      recorded.set(name, { text: await response.clone().text(), response });
      return response;
    },
    () => call(first),
  );
  let count = 0;
  for (const [changed, { text }] of recorded) {
    const altered = alterations(jsonOf(text) ?? null, mayBeMissing);
    let isGiven = false;
    for (const { what, body } of altered) {
      const subject = await prepare();
      const nameAgain = naming();
      const { value } = await throughFetch(
        async (send, _, request) => {
          const name = nameAgain(request);
          const known = recorded.get(name);
          if (known === undefined) return send();
          if (name !== changed) return withText(known.text, known);
          isGiven = true;
          return withText(JSON.stringify(body), known);
        },
        () => call(subject),
      );
      check(value, `response to ${changed}: ${what}`);
    }
    if (isGiven) count += 1;
  }
  return count;
}

/** The values in a body that are addresses of pages. */
function addressesIn(body: Json): readonly string[] {
  if (typeof body === 'string') return /^https?:/.test(body) ? [body] : [];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(addressesIn) : [];
}

/**
 * Runs `call`, and again with each address in the responses longer: with a query and a fragment in percent signs, and
 * encrypted where it was not. Returns for each address that `call` passes on what it was made, whether its origin is
 * still the own one, and what the call returned then.
 */
export async function onLongerAddresses<Value>(
  call: () => Promise<Value>,
): Promise<readonly { readonly address: string; readonly isOwn: boolean; readonly value: Value }[]> {
  const found = new Set<string>();
  const { value } = await throughFetch(async (send) => {
    const response = await send();
    for (const address of addressesIn(jsonOf(await response.clone().text()) ?? null)) found.add(address);
    return response;
  }, call);
  const passedOn = addressesIn(JSON.parse(JSON.stringify(value)));
  const told = [];
  for (const address of found) {
    if (!passedOn.includes(address)) continue;
    const longer = `${address}${address.includes('?') ? '&' : '?'}of=M%C3%BCller%26S&t=a%2Bb-${'c'.repeat(400)}#s%20`;
    for (const other of new Set([longer, longer.replace(/^http:/, 'https:')])) {
      const again = await throughFetch(async (send) => {
        const response = await send();
        const body = jsonOf(await response.clone().text()) ?? null;
        // Whole values: what only begins so is the address of something else.
        return addressesIn(body).includes(address)
          ? new Response(JSON.stringify(withoutEvery(body, address, other)), response)
          : response;
      }, call);
      told.push({ address: other, isOwn: other === longer, value: again.value });
    }
  }
  return told;
}
