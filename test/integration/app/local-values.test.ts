import { describe, expect, test } from 'vitest';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { createShopApi } from '#server/api.ts';
import { createKeptAnswers } from '#server/platform/http/kept-answers.ts';
import { readValue } from '#server/platform/http/local-values.ts';
import { addressOf, createSubject, sampleCalls, sendSample } from '#test/integration/support/sample-calls.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const keptAnswers = createKeptAnswers({ changes: { version: () => 1 }, now: shop.context.clock.now });
const api = createShopApi(shop.context, apiTexts, { keptAnswers });
const reads = sampleCalls(await createSubject(shop)).filter(
  ({ endpoint }) =>
    endpoint.method === 'GET' && endpoint.acceptsHead && endpoint.responseType === 'application/json',
);

/** The response as a page gets it that is rendered in the same process. */
function askLocally(call: (typeof reads)[number]): Promise<Response> {
  const headers: Record<string, string> = { 'X-App-Language': 'de' };
  if (call.bearer !== null) headers.Authorization = `Bearer ${call.bearer}`;
  const request = new Request(`http://localhost/api${addressOf(call)}`, { headers });
  return Promise.resolve(api.fetch(request, { clientAddress: 'a page', takesValues: true }));
}

describe('a page that is rendered in this process', () => {
  test.each(reads.map((call) => [call.endpoint.name, call] as const))(
    'gets from %s what everybody gets, and it needs no check',
    async (_, call) => {
      const sent = await sendSample(shop, call);
      const body = (await sent.json()) as unknown;
      // The second time, what everybody shares comes from memory.
      for (const local of [await askLocally(call), await askLocally(call)]) {
        expect(local.status).toBe(sent.status);
        const value = await readValue(local);
        if (!sent.ok) {
          expect(value).toEqual(body);
          continue;
        }
        expect(local.headers.get('Content-Type')).toBeNull();
        expect(JSON.parse(JSON.stringify(value))).toEqual(body);
        expect(call.endpoint.response.parse(value)).toEqual(value);
      }
    },
  );
});
