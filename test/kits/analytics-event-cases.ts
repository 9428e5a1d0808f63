import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { checkoutSteps } from '#core/rules/orders/checkout-steps.ts';
import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { AnalyticsConsent } from '#ports/analytics.ts';
import {
  type AnalyticsHarness,
  everything,
  item,
  learnerId,
  names,
  nothing,
  single,
} from './analytics-harness.ts';
import { hours, later } from './later.ts';
import type { KitCases } from './run-kit.ts';

const consents = [nothing, single.statistics, single.marketing, everything];

/** Consents in an order in which each follows each other one and itself. */
const everyChange = consents.flatMap((one) => consents.flatMap((other) => [one, other]));

function allows({ category: { purpose } }: AnalyticsHarness, consent: AnalyticsConsent): boolean {
  if (purpose === 'none') return true;
  return purpose === 'any' ? consent.statistics || consent.marketing : consent[purpose];
}

/** Events that are not kept for a later consent. */
const shortEvents: readonly AnalyticsEvent[] = [
  { name: 'login' },
  { name: 'sign_up' },
  { name: 'add_to_cart', item },
  { name: 'checkout_step', step: 'payment' },
];

const anotherLearner = '22222222-2222-4222-8222-222222222222';

/** Tests with changes of the consent and of the learner. */
export const consentChangeCases: KitCases<AnalyticsHarness> = {
  async 'each event is sent once while the consent allows it, through every change of the consent'(harness) {
    const { analytics } = harness;
    for (const [step, consent] of everyChange.entries()) {
      const what = `step ${step}: ${JSON.stringify(consent)}`;
      const [event] = shortEvents.slice(step % shortEvents.length) as [AnalyticsEvent];
      const before = await harness.events();
      analytics.setConsent(consent);
      expect(await harness.events(), what).toEqual(before);
      const requests = await harness.requests();
      analytics.track(event);
      const isAllowed = allows(harness, consent);
      expect(await harness.events(), what).toEqual(isAllowed ? [...before, event.name] : before);
      if (isAllowed) continue;
      expect(await harness.requests(), what).toEqual(requests);
      expect([await harness.cookies(), await harness.stored()], what).toEqual([['locale'], []]);
    }
  },

  async 'events are linked with the learner who logged in last'(harness) {
    const { analytics, category, traces } = harness;
    if (category.purpose === 'statistics' || category.purpose === 'none') return;
    const times = async (learner: string) => (await traces()).split(learner).length - 1;
    analytics.setConsent(everything);
    for (const [other, learner] of [
      [anotherLearner, learnerId],
      [learnerId, anotherLearner],
      [anotherLearner, learnerId],
    ] as const) {
      const before = await times(learner);
      analytics.identify(learner);
      expect(await times(learner), 'the other learner is not sent').toBeGreaterThan(before);
      const ofOther = await times(other);
      for (const event of shortEvents) analytics.track(event);
      expect(await times(other), 'the learner before is still sent').toBe(ofOther);
    }
  },
};

/** The middle of a text. A text that was cut is found by its beginning without the mark at its end. */
const middle = 'long-enough-to-be-cut-';

/** Returns an item with unique texts. */
const itemOf = (mark: string): TrackedItem => ({
  ...item,
  product_id: `qproduct-${middle}${mark}`,
  name: `Qname ${middle}${mark}`,
  category: `qcategory-${middle}${mark}`,
});

const marks = ['q11', 'q12', 'q13'];

/** Returns an event of each kind about products, orders and pages, with texts that end with `mark`. */
const marked = (mark: string, items: readonly TrackedItem[]): readonly AnalyticsEvent[] => [
  ...items.flatMap((one) =>
    (['view_item', 'add_to_cart', 'remove_from_cart'] as const).map((name) => ({ name, item: one })),
  ),
  { name: 'begin_checkout', items, value: cents(9_990) },
  { name: 'add_payment_info', items, value: cents(9_990) },
  {
    name: 'purchase',
    order_code: `MHQ-${middle}${mark}`,
    items,
    value: cents(10_489),
    included_vat: cents(1_675),
    shipping: cents(499),
    coupon_code: `QCODE-${middle}${mark}`,
  },
  { name: 'refund', order_code: `MHQ-${middle}${mark}`, value: cents(8_765) },
  {
    name: 'page_view',
    route: `/kurse/qroute-${middle}${mark}`,
    address: `/de/kurse/qaddress-${middle}${mark}`,
  },
];

const places = ['qproduct-', 'Qname ', 'qcategory-', 'MHQ-', 'QCODE-', 'qaddress-', 'qroute-'].map(
  (place) => `${place}${middle}`,
);

const [product = ''] = places;

/** Returns how often a text occurs in a record, URL-encoded or not. */
const countOf = (text: string, sent: string) =>
  [...new Set([text, encodeURIComponent(text), text.replaceAll(' ', '+')])]
    .map((one) => sent.split(one).length - 1)
    .reduce((sum, count) => sum + count);

async function sentText({ traces, requests, bodies }: AnalyticsHarness): Promise<string> {
  return [await traces(), ...(await requests()), ...(await bodies())].join(' ');
}

/** Freezes a value deeply, so that changes of an event throw. */
function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) for (const one of Object.values(value)) frozen(one);
  return Object.freeze(value);
}

/** Tests of the data that is sent with events. */
export const eventDataCases: KitCases<AnalyticsHarness> = {
  async 'events of one kind are sent with the same fields, and with no value of the event before'(harness) {
    harness.analytics.setConsent(everything);
    const first = marked('p01', [itemOf('p01')]);
    for (const [index, event] of first.entries()) {
      const counts = async (mark: string) => {
        const sent = await sentText(harness);
        return places.map((place) => countOf(`${place}${mark}`, sent));
      };
      const deltas: number[][] = [];
      // A service may count an order only once, so its code is not repeated.
      for (const mark of ['order_code' in event ? 'p04' : 'p02', 'p01', 'p02', 'p03']) {
        const others = ['p01', 'p02', 'p03', 'p04'].filter((one) => one !== mark);
        const before = await Promise.all([mark, ...others].map(counts));
        const next = marked(mark, [itemOf(mark)])[index];
        if (next !== undefined) harness.analytics.track(next);
        const after = await Promise.all([mark, ...others].map(counts));
        const [own = [], ...rest] = after.map((one, at) =>
          one.map((count, place) => count - (before[at]?.[place] ?? 0)),
        );
        deltas.push(own);
        expect(
          rest.flat().filter((count) => count > 0),
          `${event.name}: the event before is sent`,
        ).toEqual([]);
      }
      expect(deltas, event.name).toEqual(deltas.map(() => deltas[0]));
    }
    const named: number[] = [];
    for (const step of checkoutSteps) {
      const before = await sentText(harness);
      harness.analytics.track({ name: 'checkout_step', step });
      named.push(countOf(step, await sentText(harness)) - countOf(step, before));
    }
    expect(named, 'a service names every step or none').toEqual(named.map(() => named[0]));
  },

  async 'every product of an event is sent as often as the first one'(harness) {
    harness.analytics.setConsent(everything);
    for (const event of marked('p09', marks.map(itemOf))) {
      if (!('items' in event)) continue;
      const before = await sentText(harness);
      harness.analytics.track(event);
      const sent = await sentText(harness);
      // A service may have one name or category for all products of an event.
      const counts = marks.map(
        (mark) => countOf(`${product}${mark}`, sent) - countOf(`${product}${mark}`, before),
      );
      expect(counts, event.name).toEqual(counts.map(() => counts[0]));
    }
  },

  async 'the amount of every kind of event is sent to the cent, for one piece and for several'(harness) {
    harness.analytics.setConsent(everything);
    const inUnit = (amount: number) => (harness.unit === 'euros' ? amount / 100 : amount);
    for (const price of [0, 29, 1_999, 2_000, 123_456])
      for (const quantity of [1, 3, 7]) {
        const one: TrackedItem = { ...item, price: cents(price), quantity };
        const value = cents(price * quantity);
        const events = marked(`${value}`, [one]).map((event) =>
          'value' in event
            ? {
                ...event,
                value,
                ...(event.name === 'purchase' ? { shipping: cents(0), included_vat: cents(0) } : {}),
              }
            : event,
        );
        for (const event of events) {
          harness.analytics.track(event);
          if (event.name === 'page_view') continue;
          expect((await harness.amounts()).at(-1), `${event.name} of ${value}`).toBe(inUnit(value));
        }
      }
  },

  async 'events are sent in the same way twelve hours later'(harness) {
    harness.analytics.setConsent(everything);
    const steps: (readonly string[])[] = [];
    for (const [mark, wait] of [
      ['l11', 0],
      ['l12', 12],
    ] as const)
      await later(hours(wait), async () => {
        const before = await harness.events();
        const sent = await sentText(harness);
        for (const event of marked(mark, [itemOf(mark)])) harness.analytics.track(event);
        harness.analytics.track({ name: 'checkout_step', step: 'review' });
        harness.analytics.track({ name: 'login' });
        const after = await sentText(harness);
        const counts = [...places.map((place) => `${place}${mark}`), 'review'];
        steps.push([
          ...(await harness.events()).slice(before.length),
          ...counts.map((text) => `${countOf(text, after) - countOf(text, sent)}`),
        ]);
      });
    expect(steps[1]).toEqual(steps[0]);
  },

  async 'many events in a row are all sent, in order and unchanged'(harness) {
    harness.analytics.setConsent(everything);
    const before = await harness.events();
    const many = Array.from({ length: 30 }, (_, index) => marked(`m${index + 10}`, marks.map(itemOf))).flat();
    for (const event of many) harness.analytics.track(frozen(structuredClone(event)));
    expect((await harness.events()).slice(before.length)).toEqual(names(many));
    // By then everything was sent.
    await harness.pass(1);
    const sent = await sentText(harness);
    const orders = Array.from({ length: 30 }, (_, index) => countOf(`MHQ-${middle}m${index + 10}`, sent));
    const counts = marks.map((mark) => countOf(`${product}${mark}`, sent));
    expect(counts, 'each product as often as the first one').toEqual(counts.map(() => counts[0]));
    const marksOfAll = [...marks, ...Array.from({ length: 30 }, (_, index) => `m${index + 10}`)];
    for (const place of places) {
      const whole = marksOfAll
        .map((mark) => countOf(`${place}${mark}`, sent))
        .reduce((sum, count) => sum + count);
      // The beginning of a text occurs as often as the whole text.
      expect(countOf(place.slice(0, 4), sent), `${place} is cut`).toBe(whole);
    }
    expect(orders, 'each order as often as the first one').toEqual(orders.map(() => orders[0]));
  },
};
