import type { Analytics } from '#ports/analytics.ts';

/** Tells several adapters the same, in order; with none it is silent. What one of them throws harms no other. */
export function createAnalyticsGroup(members: readonly Analytics[]): Analytics {
  function each(tell: (member: Analytics) => void) {
    for (const member of members) {
      try {
        tell(member);
      } catch {
        // Scripts of others patch what they are given; what they make of it is their own affair.
      }
    }
  }
  return {
    setConsent: (consent) => each((member) => member.setConsent(consent)),
    track: (event) => each((member) => member.track(event)),
    identify: (learner_id) => each((member) => member.identify(learner_id)),
  };
}
