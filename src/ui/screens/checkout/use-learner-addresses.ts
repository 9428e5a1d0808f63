import { useEffect, useState } from 'react';
import type { SavedAddress } from '#core/rules/address.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';

/**
 * The learner's address book: `loaded` came with the page; after a login in the checkout it is fetched. Null while it
 * is on its way; empty for guests, and when it could not be fetched, because an address can always be typed.
 */
export function useLearnerAddresses(loaded: readonly SavedAddress[]): readonly SavedAddress[] | null {
  const shop = useShop();
  const isLearner = useStore(shop.stores.session, (session) => session.status === 'logged_in');
  const [cameAsLearner] = useState(isLearner);
  const [fetched, setFetched] = useState<readonly SavedAddress[] | null>(null);
  const mustFetch = isLearner && !cameAsLearner;

  useEffect(() => {
    if (!mustFetch) return;
    let isWanted = true;
    void shop.queries.listAddresses().then((answer) => {
      if (isWanted) setFetched(answer.ok ? answer.value.items : []);
    });
    return () => {
      isWanted = false;
    };
  }, [mustFetch, shop]);

  return mustFetch ? fetched : loaded;
}
