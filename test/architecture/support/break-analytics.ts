import type { AnalyticsHarness } from '#test/kits/analytics-harness.ts';
import { heard, inPart, nextMoment, purchase, quiet } from './break-analytics-page.ts';
import { type Break, breaking } from './describe-breaks.ts';

export const unlinked = 'the link with a learner ends when nobody is logged in any more';
const orders = 'a purchase and a refund name the order that they are about';

export const broken = breaking<AnalyticsHarness, 'analytics'>('analytics');

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
    (analytics) => heard(analytics, { track: () => void setTimeout(() => {}, 0) }),
    [inView],
  ),
  broken(
    'waits by a promise and then by a timer of the global object',
    (analytics) =>
      heard(analytics, { setConsent: () => void Promise.resolve().then(() => setTimeout(() => {}, 0)) }),
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
        analytics: heard(analytics, {
          setConsent({ marketing }) {
            isAllowed = marketing;
          },
          track() {
            if (isAllowed) sent += learner;
          },
          identify(id) {
            if (isAllowed && id !== null) learner = id;
          },
        }),
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
