import { useEffect, useState } from 'react';
import type { Order } from '#core/rules/order.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

/** `unknown` when there is none to look up, or it did not come: parts are typed then. */
export type ChosenOrder =
  | { readonly status: 'unknown' | 'loading'; readonly order: null }
  | { readonly status: 'known'; readonly order: Order };

const unknownOrder: ChosenOrder = { status: 'unknown', order: null };

/** The lines of one of the learner's own orders, once somebody wants to withdraw from parts of it. */
export function useChosenOrder(id: string | null): ChosenOrder {
  const { queries } = useShop();
  const [found, setFound] = useState<{ readonly id: string; readonly order: Order | null } | null>(null);

  useEffect(() => {
    if (id === null) return;
    let isWanted = true;
    void queries.getOrder(id).then((answer) => {
      if (isWanted) setFound({ id, order: answer.ok ? answer.value : null });
    });
    return () => {
      isWanted = false;
    };
  }, [id, queries]);

  if (id === null) return unknownOrder;
  if (found?.id !== id) return { status: 'loading', order: null };
  return found.order === null ? unknownOrder : { status: 'known', order: found.order };
}
