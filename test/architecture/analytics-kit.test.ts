import type { AnalyticsEvent } from '#core/rules/analytics.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { AnalyticsHarness } from '#test/kits/analytics-kit.ts';
import { analyticsCases } from '#test/kits/analytics-kit.ts';
import { openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

const before = 'before consent nothing is sent or stored';
const refusal = 'a refusal leaves no trace';
const later = 'what happened before consent is not sent later';
const every = 'with consent every kind of event goes out, in order';
const withdrawn = 'after consent is taken back nothing more is sent';
const named = 'a learner is named only with marketing consent';

type Consent = Parameters<Analytics['setConsent']>[0];

function broken(
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

/**
 * Runs `work` with full consent and then sets `consent` again: the defect of ignoring the visitor's choice.
 */
function regardless(analytics: Analytics, consent: Consent, work: () => void): void {
  analytics.setConsent({ statistics: true, marketing: true });
  work();
  analytics.setConsent(consent);
}

const nothing: Consent = { statistics: false, marketing: false };

const breaks: readonly Break<AnalyticsHarness>[] = [
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
    [before, refusal, later, withdrawn],
  ),
  {
    name: 'stores who it is before consent',
    noticedBy: [before, named],
    wrap(harness) {
      let stored = '';
      return {
        ...harness,
        analytics: {
          ...harness.analytics,
          identify(id) {
            stored = id ?? '';
            harness.analytics.identify(id);
          },
        },
        traces: async () => stored + (await harness.traces()),
      };
    },
  },
  {
    name: 'keeps a note of who refused',
    noticedBy: [refusal],
    wrap(harness) {
      let note = '';
      return {
        ...harness,
        analytics: {
          ...harness.analytics,
          setConsent(consent) {
            if (!consent.statistics) note = 'refused';
            harness.analytics.setConsent(consent);
          },
        },
        traces: async () => note + (await harness.traces()),
      };
    },
  },
  broken(
    'keeps what happened until there is consent',
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
    [later],
  ),
  broken(
    'does not know one kind of event',
    (analytics) => ({ track: (event) => event.name !== 'remove_from_cart' && analytics.track(event) }),
    [every],
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
    [every],
  ),
  broken(
    'goes on after consent is taken back',
    (analytics) => ({
      setConsent: (consent) => (consent.statistics || consent.marketing) && analytics.setConsent(consent),
    }),
    [withdrawn],
  ),
  broken(
    'names learners for statistics',
    (analytics) => {
      let consent = nothing;
      return {
        setConsent(next) {
          consent = next;
          analytics.setConsent({ ...next, marketing: next.statistics || next.marketing });
        },
        identify: (id) => (consent.statistics ? analytics.identify(id) : undefined),
      };
    },
    [named],
  ),
  broken('names nobody', () => ({ identify: () => undefined }), [named]),
];

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics, held against the one in memory',
  cases: analyticsCases,
  create: openMemoryAnalytics,
  breaks,
});
