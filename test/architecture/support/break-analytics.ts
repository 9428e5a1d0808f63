import type { AnalyticsHarness } from '#test/kits/analytics-harness.ts';
import { heard, inPart, nextMoment, purchase, quiet } from './break-analytics-page.ts';
import { type Break, breaking } from './describe-breaks.ts';

export const unlinked = 'events are no longer linked with a learner after the logout';
const orders = 'a purchase and a refund have the code of their order';

export const broken = breaking<AnalyticsHarness, 'analytics'>('analytics');

/** Returns a defect that replaces methods of the harness. */
export function leaving(
  name: string,
  change: (harness: AnalyticsHarness) => Partial<AnalyticsHarness>,
  noticedBy: readonly string[],
): Break<AnalyticsHarness> {
  return { name, noticedBy, wrap: (harness) => ({ ...harness, ...change(harness) }) };
}

export const several = 'every event is sent, also several of one kind in a row';
const inView = 'no global of the process is used: timers, requests and storages are those of the given page';
const recorded = 'no script that records screens, clicks or typing is loaded, whatever the consent';

/** Defects in what is sent besides the events, and how. */
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
    'uses a timer of the global object',
    (analytics) => heard(analytics, { track: () => void setTimeout(() => {}, 0) }),
    [inView],
  ),
  broken(
    'uses a timer of the global object after a promise',
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

/** Defects in what a service knows of learners and orders, and after a withdrawal of consent. */
export const brokenLinks: readonly Break<AnalyticsHarness>[] = [
  broken(
    'does not end the link after the logout',
    (analytics) => ({ identify: (id) => id !== null && analytics.identify(id) }),
    [unlinked],
  ),
  leaving(
    'sends the last learner with every event',
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
      `drops the order code of a ${name}`,
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
