import type { Analytics } from '#ports/analytics.ts';

/** Passes every call to all members, in order. A member that throws does not affect the others. */
export function createAnalyticsGroup(members: readonly Analytics[]): Analytics {
  function each(tell: (member: Analytics) => void) {
    for (const member of members) {
      try {
        tell(member);
      } catch {
        // Third-party scripts may throw; that must not stop the shop.
      }
    }
  }
  return {
    setConsent: (consent) => each((member) => member.setConsent(consent)),
    track: (event) => each((member) => member.track(event)),
    identify: (learnerId) => each((member) => member.identify(learnerId)),
  };
}
