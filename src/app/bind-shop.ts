import { actionNames } from './action-names.ts';
import type { ServiceContainer } from './bind.ts';
import { bindCartUseCases } from './bind-cart-use-cases.ts';
import { bindMarketingUseCases } from './bind-marketing-use-cases.ts';
import { bindOrderUseCases } from './bind-order-use-cases.ts';
import { bindPageUseCases } from './bind-page-use-cases.ts';
import { bindProfileUseCases } from './bind-profile-use-cases.ts';
import { bindQueries } from './bind-queries.ts';
import { bindRightsUseCases } from './bind-rights-use-cases.ts';
import { bindSessionUseCases } from './bind-session-use-cases.ts';
import { bindStores } from './bind-stores.ts';
import type { StoreServices } from './create-stores.ts';

/**
 * Binds stores, use cases and the shop itself, which are the same whatever answers the ports. `shown` are the stores of a
 * page that is shown already.
 */
export function bindShop(container: ServiceContainer, shown?: StoreServices): void {
  const { bind } = container;
  bindStores(container, shown);
  bindSessionUseCases(container);
  bindCartUseCases(container);
  bindOrderUseCases(container);
  bindRightsUseCases(container);
  bindPageUseCases(container);
  bindProfileUseCases(container);
  bindMarketingUseCases(container);
  bind('actions', (actions) => actions, actionNames);
  bindQueries(container);
  bind(
    'shop',
    ({ actions, queries, initial_state, ...stores }) => ({
      stores,
      actions,
      queries,
      initialState: initial_state,
    }),
    [
      'actions',
      'announcement',
      'cart',
      'consent',
      'initial_state',
      'locale',
      'notification',
      'queries',
      'redeem',
      'session',
      'wishes',
    ],
  );
}
