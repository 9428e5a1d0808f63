import type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';

/** Does nothing: for shops without services, and while the server renders. */
export const silentAnalytics: Analytics = { setConsent() {}, track() {}, identify() {} };

/**
 * Analytics whose code is loaded at the first call or, with `allows`, at the first consent that it accepts. Calls wait
 * for the code, in order; if the consent is withdrawn in the meantime, they are deleted. If the code cannot be loaded,
 * events are lost.
 */
export function createDeferredAnalytics(
  load: () => Promise<Analytics>,
  allows: (consent: AnalyticsConsent) => boolean = () => true,
): Analytics {
  let service: Analytics | null = null;
  let isLoading = false;
  let waiting: ((service: Analytics) => void)[] = [];

  function open(opened: Analytics): void {
    service = opened;
    for (const call of waiting) {
      try {
        call(opened);
      } catch {
        // Third-party scripts may throw; that must not stop the shop.
      }
    }
    waiting = [];
  }

  function tell(call: (service: Analytics) => void): void {
    if (service !== null) {
      call(service);
      return;
    }
    waiting.push(call);
    if (isLoading) return;
    isLoading = true;
    load().then(open, () => open(silentAnalytics));
  }

  return {
    setConsent(consent) {
      if (service === null && !allows(consent)) waiting = [];
      else tell((loaded) => loaded.setConsent(consent));
    },
    track: (event) => tell((loaded) => loaded.track(event)),
    identify: (learnerId) => tell((loaded) => loaded.identify(learnerId)),
  };
}
