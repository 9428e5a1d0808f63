import type { AnalyticsEvent } from '#core/rules/tracking/analytics-events.ts';
import type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
import {
  broken,
  brokenLinks,
  brokenSending,
  leaving,
  several,
  unlinked,
} from '#test/architecture/support/break-analytics.ts';
import { brokenEvents } from '#test/architecture/support/break-analytics-events.ts';
import {
  brokenInPages,
  brokenPurchases,
  heard,
  inPart,
  nextMoment,
  purchase,
  quiet,
  throwing,
  untouched,
} from '#test/architecture/support/break-analytics-page.ts';
import { type Break, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { consentChangeCases, eventDataCases } from '#test/kits/analytics-event-cases.ts';
import { type AnalyticsHarness, everything, kitPageAddress, nothing } from '#test/kits/analytics-harness.ts';
import { analyticsCases, consentlessCases } from '#test/kits/analytics-kit.ts';
import { openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

const before = 'before consent nothing is sent or stored';
const loads = 'nothing is loaded before consent and after a refusal';
const refusal = 'a refused consent stores and sends nothing';
const queue = 'events before consent are dropped, or kept and sent in order, as the category says';
const beforeRefusal = 'events before a refusal are never sent';
const smallest = 'the smallest consent of the category is sufficient for every kind of event';
const otherPurpose = 'a consent to another purpose than that of the category loads and sends nothing';
const again = 'events are sent again when consent is given again';
const withdrawn = 'after consent is withdrawn nothing more is sent';
const cookies = 'the cookies of the service are removed when consent is withdrawn, and no others';
const named = 'a learner is identified only with marketing consent';
const every = 'with consent every kind of event is sent, in order';
const amounts = 'amounts are sent in the unit of the service, for all pieces';
const address =
  'a page view has the route and the clean path, and nothing has the URL or title of the document';

const script = 'https://memory.example/script.js';

/** Runs `work` with full consent and then sets `consent` again: the defect of ignoring the visitor's choice. */
function regardless(analytics: Analytics, consent: AnalyticsConsent, work: () => void): void {
  analytics.setConsent(everything);
  work();
  analytics.setConsent(consent);
}

/** Returns a defect that leaves the text which the adapter writes with a call. */
const leavingText = (
  name: string,
  listen: (write: (text: string) => void) => Partial<Analytics>,
  noticedBy: readonly string[],
) =>
  leaving(
    name,
    ({ analytics, traces }) => {
      let left = '';
      const listener = listen((text) => {
        left = text;
      });
      return { analytics: heard(analytics, listener), traces: async () => left + (await traces()) };
    },
    noticedBy,
  );

const breaks: readonly Break<AnalyticsHarness>[] = [
  ...brokenInPages,
  ...brokenPurchases,
  ...brokenLinks,
  ...brokenSending,
  broken(
    'sends without consent',
    (analytics) => {
      let consent = nothing;
      return {
        setConsent(next) {
          consent = next;
          analytics.setConsent(next);
        },
        track: (event) => regardless(analytics, consent, () => analytics.track(event)),
      };
    },
    [otherPurpose, refusal, withdrawn, before, loads, beforeRefusal, untouched, quiet, nextMoment, inPart],
  ),
  leaving(
    'loads its script with the page',
    ({ requests }) => ({ requests: async () => [script, ...(await requests())] }),
    [loads, otherPurpose, untouched],
  ),
  leaving(
    'loads its script with the first event',
    ({ analytics, requests }) => {
      const loaded: string[] = [];
      return {
        requests: async () => [...loaded, ...(await requests())],
        analytics: heard(analytics, { track: () => void (loaded.length === 0 && loaded.push(script)) }),
      };
    },
    [loads, otherPurpose, untouched],
  ),
  leaving(
    'loads its script when the visitor refuses',
    ({ analytics, requests }) => {
      const loaded: string[] = [];
      return {
        requests: async () => [...loaded, ...(await requests())],
        analytics: heard(analytics, { setConsent: () => void loaded.push(script) }),
      };
    },
    [loads, otherPurpose, untouched, quiet, nextMoment, inPart],
  ),
  leavingText('stores the identity before consent', (write) => ({ identify: (id) => write(id ?? '') }), [
    before,
    named,
    quiet,
    inPart,
  ]),
  leavingText(
    'stores that the visitor refused',
    (write) => ({
      setConsent({ statistics }) {
        if (!statistics) write('refused');
      },
    }),
    [refusal],
  ),
  broken(
    'drops what its category keeps',
    (analytics) => {
      let isDecided = false;
      return {
        setConsent(consent) {
          isDecided = true;
          analytics.setConsent(consent);
        },
        track: (event) => (isDecided ? analytics.track(event) : undefined),
      };
    },
    [queue],
  ),
  broken(
    'sends what was kept after a refusal',
    (analytics) => {
      const kept: AnalyticsEvent[] = [];
      let isDecided = false;
      return {
        track(event) {
          if (!isDecided) kept.push(event);
          analytics.track(event);
        },
        setConsent(consent) {
          const wasRefused = isDecided;
          isDecided = true;
          analytics.setConsent(consent);
          if (wasRefused && consent.marketing) for (const event of kept.splice(0)) analytics.track(event);
        },
      };
    },
    [beforeRefusal],
  ),
  broken(
    'ignores one kind of event',
    (analytics) => ({ track: (event) => event.name !== 'remove_from_cart' && analytics.track(event) }),
    [amounts, smallest, queue, every, several, throwing],
  ),
  broken(
    'sends no page views',
    (analytics) => ({ track: (event) => event.name !== 'page_view' && analytics.track(event) }),
    [address, amounts, smallest, queue, every, several, throwing],
  ),
  broken(
    'sends in another order',
    (analytics) => {
      let waiting: AnalyticsEvent | null = null;
      return {
        track(event) {
          if (event.name === 'add_to_cart') waiting = event;
          else analytics.track(event);
          if (event.name === 'purchase' && waiting !== null) analytics.track(waiting);
        },
      };
    },
    [amounts, smallest, queue, every, several, throwing],
  ),
  broken(
    'continues to send after consent was withdrawn',
    (analytics) => ({
      setConsent: (consent) => (consent.statistics || consent.marketing) && analytics.setConsent(consent),
    }),
    [withdrawn, cookies, beforeRefusal, quiet, nextMoment],
  ),
  broken(
    'takes consent to statistics for consent to marketing',
    (analytics) => ({
      setConsent: ({ statistics, marketing }) =>
        analytics.setConsent({ statistics, marketing: statistics || marketing }),
    }),
    [otherPurpose, named, inPart],
  ),
  broken(
    'needs consent to statistics',
    (analytics) => ({
      setConsent: ({ statistics, marketing }) =>
        analytics.setConsent({ statistics, marketing: marketing && statistics }),
    }),
    [again, smallest],
  ),
  broken(
    'stays silent after consent was withdrawn once',
    (analytics) => {
      let wasWithdrawn = false;
      return {
        setConsent(consent) {
          wasWithdrawn ||= !consent.statistics && !consent.marketing;
          analytics.setConsent(wasWithdrawn ? nothing : consent);
        },
      };
    },
    [again],
  ),
  ...[['_memory', '_memory_visit'], ['_memory_visit']].map((left) =>
    leaving(
      `leaves the cookies ${left.join(' and ')} when consent is withdrawn`,
      (harness) => {
        let isSet = false;
        return {
          async setCookies() {
            isSet = true;
            await harness.setCookies();
          },
          cookies: async () => {
            const names = await harness.cookies();
            return isSet ? [...new Set([...names, ...left])] : names;
          },
        };
      },
      [cookies],
    ),
  ),
  leaving(
    'removes cookies of the shop',
    ({ analytics, cookies: names }) => {
      let isWithdrawn = false;
      return {
        analytics: heard(analytics, {
          setConsent({ marketing }) {
            isWithdrawn = !marketing;
          },
        }),
        cookies: async () => (isWithdrawn ? [] : names()),
      };
    },
    [cookies, untouched, quiet, nextMoment, inPart],
  ),
  broken('identifies no learner', () => ({ identify: () => undefined }), [named, unlinked]),
  leaving('sends amounts in euros as cents', () => ({ unit: 'euros' }), [amounts, purchase]),
  leaving(
    'sends the amount of one piece',
    ({ amounts: sent }) => ({
      amounts: async () => (await sent()).map((amount) => (amount === 9_990 ? 3_330 : amount)),
    }),
    [amounts],
  ),
  leavingText(
    'sends the URL of the document with a page view',
    (write) => ({
      track({ name }) {
        if (name === 'page_view') write(kitPageAddress);
      },
    }),
    [address],
  ),
  leaving(
    'sends the query of the document with its script',
    ({ requests }) => ({
      requests: async () =>
        (await requests()).map((one) => `${one}?dl=${encodeURIComponent(kitPageAddress)}`),
    }),
    [address],
  ),
];

const eventCases = { ...consentChangeCases, ...eventDataCases };

const keepsForMarketing: ConsentCategory = { purpose: 'marketing', beforeConsent: 'keep' };

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics, run with the memory adapter that keeps events until there is consent to marketing',
  cases: Object.fromEntries(
    Object.entries(analyticsCases).filter(([title]) => !Object.hasOwn(eventCases, title)),
  ),
  create: () => openMemoryAnalytics(keepsForMarketing),
  breaks,
});

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics, run with the memory adapter that drops events before consent',
  cases: { [queue]: analyticsCases[queue] as (harness: AnalyticsHarness) => Promise<void> },
  create: () => openMemoryAnalytics(),
  breaks: [
    broken(
      'keeps events until there is consent',
      (analytics) => {
        const kept: AnalyticsEvent[] = [];
        return {
          track(event) {
            kept.push(event);
            analytics.track(event);
          },
          setConsent(consent) {
            analytics.setConsent(consent);
            for (const event of kept.splice(0)) analytics.track(event);
          },
        };
      },
      [queue],
    ),
  ],
});

describeBreaks<AnalyticsHarness>({
  name: 'the kit for changes of consent, learners and events, run with the memory adapter',
  cases: eventCases,
  create: () => openMemoryAnalytics(),
  breaks: brokenEvents,
});

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics, run with the memory adapter of statistics',
  cases: { [unlinked]: analyticsCases[unlinked] as (harness: AnalyticsHarness) => Promise<void> },
  create: () => openMemoryAnalytics({ purpose: 'statistics', beforeConsent: 'drop' }),
  breaks: brokenLinks.slice(0, 2),
  sound: [broken('has no use for learners', () => ({ identify() {} }), [])],
});

const [decisions = '', stores = '', identifies = ''] = Object.keys(consentlessCases);

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics that needs no consent, run with the memory adapter',
  cases: Object.fromEntries(Object.entries(consentlessCases).slice(0, 3)),
  create: () => openMemoryAnalytics({ purpose: 'none', beforeConsent: 'drop' }),
  breaks: [
    broken('waits for a decision all the same', () => ({ track() {} }), [decisions]),
    leaving('sets a cookie', ({ cookies }) => ({ cookies: async () => [...(await cookies()), '_count'] }), [
      stores,
    ]),
    leaving(
      'identifies learners',
      ({ analytics, traces }) => {
        const learners: unknown[] = [];
        const identify = (id: string | null) => void learners.push(id);
        return { analytics: { ...analytics, identify }, traces: async () => `${await traces()} ${learners}` };
      },
      [identifies],
    ),
  ],
});
