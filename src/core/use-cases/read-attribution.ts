import type { CartItem } from '#core/model/cart.ts';
import {
  affiliateCode,
  affiliateKey,
  provisionLinkKey,
  readProvisionLink,
  referralKey,
  validReferralCode,
} from '#core/rules/attribution.ts';

import { calendarDay } from '#core/rules/calendar.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { Clock } from '#ports/clock.ts';
import type { TextStorage } from '#ports/text-storage.ts';
import type { Attribution } from '#ports/user-carts.ts';

interface Dependencies {
  readonly local_storage: TextStorage;
  readonly session_storage: TextStorage;
  readonly clock: Clock;
  readonly consent: ConsentStore;
}

/**
 * Who sent the shopper here, as far as it is still valid and marketing consent allows sending it (specification §5,
 * decisions §6). An expired provision link is removed on the way.
 */
export function createReadAttribution(dependencies: Dependencies) {
  const { local_storage, session_storage, clock, consent } = dependencies;
  return (products: readonly CartItem[]): Attribution => {
    if (!consent.snapshot.marketing) return {};
    const today = calendarDay(clock.now());
    const stored = readProvisionLink(local_storage.read(provisionLinkKey), today);
    if (stored.is_removable) local_storage.remove(provisionLinkKey);
    const affiliate_code = affiliateCode(session_storage.read(affiliateKey), stored.link, products);
    const referral_code = validReferralCode(local_storage.read(referralKey), today);
    return {
      ...(referral_code === null ? {} : { referral_code }),
      ...(affiliate_code === null ? {} : { affiliate_code }),
    };
  };
}

export type ReadAttribution = ReturnType<typeof createReadAttribution>;
