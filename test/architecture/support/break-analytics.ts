import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsHarness } from '#test/kits/analytics-harness.ts';
import { inPart, nextMoment, purchase, quiet } from './break-analytics-page.ts';
import type { Break } from './describe-breaks.ts';

export const unlinked = 'the link with a learner ends when nobody is logged in any more';
const orders = 'a purchase and a refund name the order that they are about';

/** A defect that replaces methods of the adapter. `change` is called once for each harness. */
export function broken(
  name: string,
  change: (analytics: Analytics) => Partial<Analytics>,
  noticedBy: readonly string[],
): Break<AnalyticsHarness> {
  return {
    name,
    noticedBy,
    wrap: (harness) => ({ ...harness, analytics: { ...harness.analytics, ...change(harness.analytics) } }),
  };
}

/** A defect in what the adapter leaves in the page. */
export function leaving(
  name: string,
  change: (harness: AnalyticsHarness) => Partial<AnalyticsHarness>,
  noticedBy: readonly string[],
): Break<AnalyticsHarness> {
  return { name, noticedBy, wrap: (harness) => ({ ...harness, ...change(harness) }) };
}

export const several = 'every event is sent, also several of one kind in a row';
const inView =
  'everything is done through the page that it was given, where it can be seen: no timer, call or storage beside it';
const recorded = 'nothing is loaded that records screens, clicks or typing, whatever the consent';

/** Defects in what is sent beside the events, and how. */
export const brokenSending: readonly Break<AnalyticsHarness>[] = [
  broken(
    'drops an event of the same kind as the one before',
    (analytics) => {
      let last = '';
      return {
        track(event) {
          if (event.name !== last) analytics.track(event);
          last = event.name;
        },
      };
    },
    [several, purchase],
  ),
  broken(
    'waits by a timer of the global object, which nothing here can see',
    (analytics) => ({
      track(event) {
        setTimeout(() => {}, 0);
        analytics.track(event);
      },
    }),
    [inView],
  ),
  broken(
    'waits by a promise and then by a timer of the global object',
    (analytics) => ({
      setConsent(consent) {
        void Promise.resolve().then(() => setTimeout(() => {}, 0));
        analytics.setConsent(consent);
      },
    }),
    [inView],
  ),
  leaving(
    'loads a recorder of sessions with its script',
    ({ requests }) => ({
      requests: async () => (await requests()).map((one) => one.replace('script', 'session-recorder')),
    }),
    [recorded],
  ),
];

/** Defects in what a service knows of learners and orders, and after consent is withdrawn. */
export const brokenLinks: readonly Break<AnalyticsHarness>[] = [
  broken(
    'does not hear that nobody is logged in any more',
    (analytics) => ({ identify: (id) => id !== null && analytics.identify(id) }),
    [unlinked],
  ),
  leaving(
    'names the last learner with every event',
    ({ analytics, traces }) => {
      let [isAllowed, learner, sent] = [false, '', ''];
      return {
        analytics: {
          setConsent(consent) {
            isAllowed = consent.marketing;
            analytics.setConsent(consent);
          },
          track(event) {
            if (isAllowed) sent += learner;
            analytics.track(event);
          },
          identify(id) {
            if (isAllowed && id !== null) learner = id;
            analytics.identify(id);
          },
        },
        traces: async () => sent + (await traces()),
      };
    },
    [unlinked],
  ),
  ...['purchase', 'refund'].map((name) =>
    leaving(
      `does not name the order of a ${name}`,
      ({ traces }) => ({ traces: async () => (await traces()).replaceAll(`MH-OF-${name}`, '') }),
      [orders],
    ),
  ),
  leaving(
    'goes on to fill its queue after consent is withdrawn',
    ({ pass, traces }) => {
      let beats = '';
      return {
        async pass(seconds) {
          beats += 'beat ';
          await pass(seconds);
        },
        traces: async () => beats + (await traces()),
      };
    },
    [quiet, nextMoment, inPart],
  ),
];
