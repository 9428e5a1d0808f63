import type { Clock } from '#ports/server-clock.ts';

/** How many cards one client token may have checked per minute: enough for typing errors, too few for card testing. */
const perMinute = 20;
const minute = 60_000;

/** Counts tokenisations per client token; `allows` is false once a minute's share is used up. */
export function createTokenizationLimit(clock: Clock): { allows(tokenId: string): boolean } {
  let uses: { readonly tokenId: string; readonly at: number }[] = [];
  return {
    allows(tokenId) {
      const now = clock.now();
      uses = uses.filter((use) => use.at > now - minute);
      if (uses.filter((use) => use.tokenId === tokenId).length >= perMinute) return false;
      uses.push({ tokenId, at: now });
      return true;
    },
  };
}
