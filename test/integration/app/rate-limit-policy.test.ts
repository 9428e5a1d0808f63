import { beforeEach, describe, expect, test } from 'vitest';
import { operatorRateLimitsOf } from '#api/operator-rate-limit-policy.ts';
import {
  filmRateLimits,
  jobRateLimits,
  type Limit,
  type LimitName,
  limits,
  mediaRateLimits,
  networksOfSite,
  pageRateLimits,
  pictureRateLimits,
  rateLimitsOf,
} from '#api/rate-limit-policy.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { locales } from '#core/model/values.ts';
import { createShopApi } from '#server/api.ts';
import { createCallLimits } from '#server/platform/http/limits/call-limits.ts';
import {
  keepSubject,
  type SampleCall,
  type SampleSubject,
  sampleCall,
  sampleRequest,
} from '#test/integration/support/sample-calls.ts';
import { openTestShop, readResponse } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const all = Object.entries(limits) as [LimitName, Limit][];
const allowed = { ofCalls: 2, others: 1_000_000 };

/** Creates a server that allows two calls under this limit, and practically any number under the others. */
function serverWith(name: LimitName) {
  const numbers = Object.fromEntries(
    all.map(([one, limit]) => [one, { ...limit, most: one === name ? allowed.ofCalls : allowed.others }]),
  ) as Record<LimitName, Limit>;
  return createShopApi(shop.context, apiTexts, { callLimits: createCallLimits(shop.context, numbers) });
}

const servers = new Map<LimitName, ReturnType<typeof serverWith>>();

/** Returns a shared server for limits by network alone, because every test has its own network; else a new one. */
function serverFor(name: LimitName) {
  const known = limits[name].by.join() === 'network' ? servers.get(name) : undefined;
  const server = known ?? serverWith(name);
  servers.set(name, server);
  return server;
}

let networks = 0;
const newNetwork = () => `198.51.100.${++networks}`;

interface Sent {
  /** Key of the endpoint. */
  readonly name: string;
  readonly call: SampleCall;
  readonly network: string;
}

async function send(
  api: ReturnType<typeof serverWith>,
  { call, network }: Sent,
  language: (typeof locales)[number] = 'de',
) {
  const request = sampleRequest(call, { 'X-App-Language': language });
  return readResponse(call.endpoint, await api.fetch(request, { clientAddress: network }));
}

const [caller, another] = [keepSubject(shop), keepSubject(shop)];
beforeEach(() => shop.db.deleteFrom('rate_limits').execute());

/** Returns the sample call of this name, by or about the caller. */
const sampleOf = async (name: string, subject?: SampleSubject) =>
  sampleCall(subject ?? (await caller()), name);

/** Returns the same call with another value of one thing that the limit counts by, such as another network. */
async function neighbour(kind: string, { name, call, network }: Sent): Promise<Sent> {
  const other = crypto.randomUUID();
  const body = call.body ?? {};
  switch (kind) {
    case 'network':
      return { name, call, network: newNetwork() };
    case 'account':
      return { name, call: await sampleOf(name, await another()), network };
    case 'email':
      return { name, call: { ...call, body: { ...body, email: `${other}@example.org` } }, network };
    case 'number':
      return { name, call: { ...call, body: { ...body, code: other } }, network };
    case 'order':
      return {
        name,
        call: {
          ...call,
          params: 'id' in call.params ? { ...call.params, id: other } : call.params,
          body: 'id' in body ? { ...body, id: other } : call.body,
        },
        network,
      };
    default:
      throw new Error(`No neighbour by ${kind}`);
  }
}

const countedCalls = Object.entries(rateLimitsOf).flatMap(([call, names]) =>
  [...new Set(names)].filter((name) => limits[name].counts === 'calls').map((name) => [call, name] as const),
);

describe('above the limit', () => {
  test.each(countedCalls)('%s is refused by %s, and another call is not', async (name, limitName) => {
    const limit: Limit = limits[limitName];
    const api = serverFor(limitName);
    const sample = { name, call: await sampleOf(name), network: newNetwork() };
    const own = limit.by.includes('number') ? await neighbour('number', sample) : sample;
    const { params, body } = own.call;
    // A call without an order is counted by the other limits only.
    const isNamed = !limit.by.includes('order') || 'id' in params || 'id' in (body ?? {});
    for (let count = 0; count < allowed.ofCalls; count += 1) {
      expect((await send(api, own)).codes, `call ${count + 1}`).not.toContain('TOO_MANY_ATTEMPTS');
    }
    if (!isNamed) return;
    for (const locale of locales) {
      const { status, codes, headers, text } = await send(api, own, locale);
      expect([status, codes]).toEqual([429, ['TOO_MANY_ATTEMPTS']]);
      expect(text).toContain(apiTexts.failures[locale].TOO_MANY_ATTEMPTS.detail);
      const seconds = Number(headers.get('Retry-After'));
      expect(seconds).toBeGreaterThan(0);
      expect(seconds).toBeLessThanOrEqual(limit.minutes * 60);
    }
    for (const kind of limit.by) {
      const { codes } = await send(api, await neighbour(kind, own));
      expect(codes, `another ${kind}`).not.toContain('TOO_MANY_ATTEMPTS');
    }
  });

  test('a call after the time window is served', async () => {
    const api = serverWith('reads');
    const own = { name: 'searchAll', call: await sampleOf('searchAll'), network: newNetwork() };
    const statuses = async () => [(await send(api, own)).status, (await send(api, own)).status];
    expect([...(await statuses()), ...(await statuses())]).toEqual([200, 200, 429, 429]);
    shop.advance(limits.reads.minutes * 60_000 - 1);
    expect((await send(api, own)).status).toBe(429);
    shop.advance(1);
    expect((await send(api, own)).status).toBe(200);
  });
});

describe('the networks of one IPv6 site', () => {
  const networkOf = (site: string, count: number) => `2001:db8:${site}:${count.toString(16)}::/64`;
  /** Makes the call once from each of `count` networks of a site. Returns how many calls are served. */
  async function served(name: LimitName, call: Omit<Sent, 'network'>, site: string, count: number) {
    const api = serverWith(name);
    let passed = 0;
    for (let number = 0; number < count; number += 1) {
      const { codes } = await send(api, { ...call, network: networkOf(site, number) });
      if (!codes.includes('TOO_MANY_ATTEMPTS')) passed += 1;
    }
    return passed;
  }

  test.each([
    ['searchAll', 'reads'],
    ['sendMessage', 'contact_network'],
  ] as const)(
    'may call %s as often as sixteen separate networks, whether counted in memory or in rows',
    async (name, limit) => {
      const call = { name, call: await sampleOf(name) };
      const most = allowed.ofCalls * networksOfSite;
      expect(await served(limit, call, name.length.toString(16), most + 3)).toBe(most);
      expect(await served(limit, call, 'f', 1)).toBe(1);
    },
  );

  test('are not counted by a limit that is not by network', async () => {
    await served('review', { name: 'writeReview', call: await sampleOf('writeReview') }, 'e', 1);
    const rows = await shop.db.selectFrom('rate_limits').select('key').execute();
    const scopes = new Set(
      rows.map(({ key }) => key.split(':')[0]).filter((scope) => scope?.startsWith('review')),
    );
    expect([...scopes]).toEqual(['review']);
  });
});

describe('the rate limit policy', () => {
  test('limits every call by its network, except declarations that no shop may refuse', () => {
    const neverRefused = ['declareWithdrawal', 'declareCancellation'];
    for (const [call, names] of Object.entries({ ...rateLimitsOf, ...operatorRateLimitsOf })) {
      if (neverRefused.includes(call)) continue;
      const counted = names.map((name): Limit => limits[name]).filter(({ counts }) => counts === 'calls');
      expect(
        counted.some(({ by }) => by.join() === 'network'),
        `${call} has no limit by network`,
      ).toBe(true);
    }
  });

  test('has no limit without a call, job, page, film or other file', () => {
    const ofCalls = [rateLimitsOf, operatorRateLimitsOf].flatMap((policy) => Object.values(policy).flat());
    const ofFiles = [...filmRateLimits, ...mediaRateLimits, ...pictureRateLimits];
    const used = new Set([...ofCalls, ...jobRateLimits, ...pageRateLimits, ...ofFiles]);
    expect(all.map(([name]) => name).filter((name) => !used.has(name))).toEqual([]);
  });

  test('allows at least 100 reading and shopping calls in ten minutes from one address', () => {
    for (const name of [
      'reads',
      'pages',
      'changes',
      'slow_work',
      'token_guess',
      'provider_calls_network',
    ] as const) {
      expect((limits[name].most / limits[name].minutes) * 10, name).toBeGreaterThanOrEqual(100);
    }
  });
});
