import type { AnalyticsEvent } from '#core/rules/analytics.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { AnalyticsHarness } from '#test/kits/analytics-kit.ts';
import { analyticsCases } from '#test/kits/analytics-kit.ts';
import { openMemoryAnalytics } from '#test/support/memory-analytics-harness.ts';

const before = 'before consent nothing is sent or stored';
const refusal = 'a refused consent stores and sends nothing';
const later = 'what happened before consent is not sent later';
const every = 'with consent every kind of event is sent, in order';
const marketing = 'consent to marketing alone is sufficient for every kind of event';
const again = 'events are sent again when consent is given again';
const withdrawn = 'after consent is withdrawn nothing more is sent';
const named = 'a learner is identified only with marketing consent';

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
    name: 'stores the identity before consent',
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
    name: 'stores that the visitor refused',
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
    'stores events until there is consent',
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
    'ignores one kind of event',
    (analytics) => ({ track: (event) => event.name !== 'remove_from_cart' && analytics.track(event) }),
    [every, marketing],
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
    [every, marketing],
  ),
  broken(
    'continues to send after consent was withdrawn',
    (analytics) => ({
      setConsent: (consent) => (consent.statistics || consent.marketing) && analytics.setConsent(consent),
    }),
    [withdrawn],
  ),
  broken(
    'identifies learners with consent to statistics only',
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
  broken(
    'needs consent to statistics',
    (analytics) => ({
      setConsent: ({ statistics, marketing: isMarketing }) =>
        analytics.setConsent({ statistics, marketing: isMarketing && statistics }),
    }),
    [marketing, again],
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
  broken('identifies no learner', () => ({ identify: () => undefined }), [named]),
];

describeBreaks<AnalyticsHarness>({
  name: 'the kit for analytics, run with the memory adapter',
  cases: analyticsCases,
  create: openMemoryAnalytics,
  breaks,
});
