import type { AnalyticsEvent, TrackedItem } from '#core/rules/tracking/analytics-events.ts';
import type { AnalyticsConsent } from '#ports/analytics.ts';
import { consentChangeCases, eventDataCases } from '#test/kits/analytics-event-cases.ts';
import type { AnalyticsHarness } from '#test/kits/analytics-harness.ts';
import { broken, leaving } from './break-analytics.ts';
import type { Break } from './describe-breaks.ts';

const [changes = '', learners = ''] = Object.keys(consentChangeCases);
const [places = '', products = '', toTheCent = '', halfADay = '', many = ''] = Object.keys(eventDataCases);

/** Changes the products of an event. */
function withItems<Event extends AnalyticsEvent>(
  event: Event,
  change: (item: TrackedItem) => TrackedItem,
): Event {
  if ('item' in event) return { ...event, item: change(event.item) };
  return 'items' in event ? { ...event, items: event.items.map(change) } : event;
}

export const brokenEvents: readonly Break<AnalyticsHarness>[] = [
  broken(
    'sends twice when the same consent is given again',
    (analytics) => {
      let last = '';
      let copies = 1;
      return {
        setConsent(consent: AnalyticsConsent) {
          if (JSON.stringify(consent) === last) copies = 2;
          last = JSON.stringify(consent);
          analytics.setConsent(consent);
        },
        track(event) {
          for (let copy = 0; copy < copies; copy += 1) analytics.track(event);
        },
      };
    },
    [changes],
  ),
  broken(
    'loses the first event after consent to another purpose',
    (analytics) => {
      let before = false;
      let loses = false;
      return {
        setConsent(consent: AnalyticsConsent) {
          loses = before && consent.marketing && !consent.statistics;
          before = consent.statistics && !consent.marketing;
          analytics.setConsent(consent);
        },
        track(event) {
          if (!loses) analytics.track(event);
          loses = false;
        },
      };
    },
    [changes],
  ),
  broken(
    'keeps the first learner',
    (analytics) => {
      let first: string | null = null;
      return {
        identify(learner) {
          first ??= learner;
          analytics.identify(learner === null ? null : first);
        },
      };
    },
    [learners],
  ),
  broken(
    'sends the category of the product before',
    (analytics) => {
      let category = '';
      return {
        track: (event) =>
          analytics.track(
            withItems(event, (item) => {
              const before = category === '' ? item.category : category;
              category = item.category;
              return { ...item, category: before };
            }),
          ),
      };
    },
    [places, halfADay],
  ),
  broken(
    'sends every step as the payment',
    (analytics) => ({
      track: (event) =>
        analytics.track(event.name === 'checkout_step' ? { ...event, step: 'payment' } : event),
    }),
    [places],
  ),
  broken(
    'cuts the names of single products to five characters',
    (analytics) => ({
      track: (event) =>
        analytics.track(
          'item' in event ? { ...event, item: { ...event.item, name: event.item.name.slice(0, 5) } } : event,
        ),
    }),
    [many],
  ),
  broken(
    'throws for a refund of 0',
    (analytics) => ({
      track(event) {
        if (event.name === 'refund' && event.value === 0) throw new Error('Nothing is given back');
        analytics.track(event);
      },
    }),
    [toTheCent],
  ),
  broken(
    'keeps the code of the coupon for the next order',
    (analytics) => {
      let code: string | null = null;
      return {
        track(event) {
          if (event.name !== 'purchase') return analytics.track(event);
          code ??= event.coupon_code;
          analytics.track({ ...event, coupon_code: code });
        },
      };
    },
    [places, halfADay],
  ),
  broken(
    'sends the id of the first product for all',
    (analytics) => ({
      track(event) {
        if (!('items' in event)) return analytics.track(event);
        const product_id = event.items[0]?.product_id ?? '';
        analytics.track({ ...event, items: event.items.map((one) => ({ ...one, product_id })) });
      },
    }),
    [products, many],
  ),
  broken(
    'sends no orders after an hour',
    (analytics) => {
      const begun = Date.now();
      const isLate = () => Date.now() - begun > 3_600_000;
      return {
        track: (event) => (isLate() && event.name === 'purchase' ? undefined : analytics.track(event)),
      };
    },
    [halfADay],
  ),
  leaving(
    'multiplies in euros with binary fractions',
    ({ amounts }) => ({
      amounts: async () => (await amounts()).map((amount) => amount && Math.trunc((amount / 100) * 100)),
    }),
    [toTheCent],
  ),
  broken(
    'gives up after two hundred events',
    (analytics) => {
      let sent = 0;
      return {
        track(event) {
          sent += 1;
          if (sent <= 200) analytics.track(event);
        },
      };
    },
    [many],
  ),
  broken(
    'sorts the products of an event',
    (analytics) => ({
      track(event) {
        if ('items' in event) (event.items as TrackedItem[]).sort((one, other) => one.price - other.price);
        analytics.track(event);
      },
    }),
    [many],
  ),
];
