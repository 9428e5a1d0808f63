import { AsyncLocalStorage } from 'node:async_hooks';
import { expect } from 'vitest';
import { readable } from './watch-requests.ts';

/** A request of `fetch`: the body as text, the URL without percent encoding. */
export interface SentRequest {
  readonly method: string;
  readonly address: string;
  readonly body: string;
}

/** Handles a request. `send` sends it; `number` counts the requests from 0. */
type Pass = (send: () => Promise<Response>, number: number, request: SentRequest) => Promise<Response>;

/** Runs `work` with every `fetch` of this process handled by `pass`. Returns the requests as well. */
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
    // Requests are numbered in the order of the calls, also when reading a body takes time.
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

/** Fails a test that has tested nothing: the adapter has to skip it with a reason. */
export function expectSeen(count: number, what = 'request'): void {
  if (count === 0) throw new Error(`No ${what} was seen by \`fetch\`: skip this test`);
}

/** Returns the requests that `work` sends by `fetch`. */
export const sentBy = async (work: () => Promise<unknown>): Promise<readonly SentRequest[]> =>
  (await throughFetch((send) => send(), work)).sent;

/** Loses one request of `fetch`, or its response. All others pass. */
export const losing =
  (which: 'request' | 'response', number: number): Pass =>
  async (send, at) => {
    if (at !== number) return send();
    if (which === 'response') await (await send()).arrayBuffer();
    throw new TypeError('fetch failed');
  };

/**
 * Delays the first request of `slow`, starts `other` meanwhile, and fails unless `other` sends a request or ends before
 * the time limit of `slow`. It does not measure time, so that a slow machine does not fail. Returns false, without a
 * test, when `slow` does not use `fetch`.
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
  let isBegun = false;
  const caller = new AsyncLocalStorage<'slow' | 'other'>();
  const { value } = await throughFetch(
    async (send) => {
      // Requests of neither call, for example of an earlier test, pass unseen.
      if (counts && caller.getStore() === 'other') overtaken.resolve('other');
      if (!isBegun && caller.getStore() === 'slow') {
        isBegun = true;
        begun.resolve();
        await held.promise;
      }
      return send();
    },
    async () => {
      const first = caller.run('slow', slow).then(
        () => 'slow',
        () => 'slow',
      );
      if ((await Promise.race([begun.promise, first])) === 'slow') return null;
      counts = true;
      // An adapter without a time limit of its own would wait for ever.
      timer = setTimeout(release, timeLimit);
      const second = caller.run('other', other).then(() => 'other');
      const ended = await Promise.race([overtaken.promise, first, second]);
      release();
      await Promise.allSettled([first, second]);
      return ended;
    },
  );
  clearTimeout(timer);
  if (value !== null) expect(value, 'ended first').toBe('other');
  return value !== null;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A body in which one value is missing, null, an unknown word or of another type. */
interface Altered {
  readonly what: string;
  readonly body: Json;
}

/** Returns a copy of a list or an object with one other value, or without it (undefined). */
function withValue(body: object, name: string | number, value: Json | undefined): Json {
  const copy = (Array.isArray(body) ? [...body] : { ...body }) as Record<string | number, Json>;
  if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy as Json;
}

/** Returns replacements for a value. No list is emptied, because an empty list is a correct response. */
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
 * Returns copies of a body with one other value each. Fields of `mayBeMissing` (`payment.captured_at`, without
 * positions in lists) are neither removed nor set to null.
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

/** Returns a copy of a body with every occurrence of a value replaced or removed. */
function withoutEvery(body: Json, value: string, other: Json | undefined): Json {
  if (body === value) return other ?? null;
  if (typeof body !== 'object' || body === null) return body;
  const kept = Object.entries(body).filter(([, one]) => other !== undefined || one !== value);
  const copied = kept.map(([name, one]: [string, Json]) => [name, withoutEvery(one, value, other)] as const);
  return Array.isArray(body) ? copied.map(([, one]) => one) : Object.fromEntries(copied);
}

/**
 * Runs `call` with every "EUR" in the responses of `fetch` replaced by another currency, or removed. Returns the
 * results; none if no response has it.
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

/** Parses JSON; undefined for other texts. */
function jsonOf(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A recorded response, to be replayed. */
interface Recorded {
  readonly text: string;
  readonly response: Response;
}

/** Returns a function that names requests independently of their bodies, which differ between calls. */
function naming() {
  const counts = new Map<string, number>();
  return ({ method, address }: SentRequest) => {
    const name = `${method} ${address}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return `${name} (${count})`;
  };
}

/** Returns a response with another text; null for an empty one, which some statuses require. */
const withText = (text: string, { response }: Recorded) => new Response(text === '' ? null : text, response);

/**
 * Runs `call` once unchanged, then once for each value of each JSON response of `fetch`, with this value changed.
 * `check` gets the result of the call, and what was changed. `prepare` makes the subject of each call, with unchanged
 * responses. All other responses are replayed from the first run; only new requests reach the provider. Returns how
 * many responses were changed.
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

/** Returns the values in a body that are URLs. */
function addressesIn(body: Json): readonly string[] {
  if (typeof body === 'string') return /^https?:/.test(body) ? [body] : [];
  return typeof body === 'object' && body !== null ? Object.values(body).flatMap(addressesIn) : [];
}

/**
 * Runs `call`, and again with each URL in the responses extended by an encoded query and fragment, and with `https:`
 * instead of `http:`. Returns for each URL that `call` returns the changed URL, whether its origin is unchanged, and
 * the result of the call.
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
        // Only whole values: other URLs may begin with it.
        return addressesIn(body).includes(address)
          ? new Response(JSON.stringify(withoutEvery(body, address, other)), response)
          : response;
      }, call);
      told.push({ address: other, isOwn: other === longer, value: again.value });
    }
  }
  return told;
}
