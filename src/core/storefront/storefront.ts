import { createAccountActions } from './account/account-actions.ts';
import { createCampaignActions } from './account/campaign-actions.ts';
import { createRedeemActions } from './account/redeem-actions.ts';
import { createSubscriptionActions } from './account/subscription-actions.ts';
import { createCartActions } from './cart/cart-actions.ts';
import { createCartChanges } from './cart/cart-changes.ts';
import { createCartNotifications } from './cart/cart-notifications.ts';
import { createLocalCartRepository } from './cart/local-cart-repository.ts';
import { createSavedItems } from './cart/saved-items.ts';
import { createOrders } from './checkout/orders.ts';
import { createConsentActions } from './consent/consent-actions.ts';
import type { SessionContext, StorefrontContext, StorefrontPorts } from './context.ts';
import { createPlayerSettings } from './learning/player-settings.ts';
import { createWatchLesson } from './learning/watch-lesson.ts';
import { createWishListActions } from './learning/wish-list-actions.ts';
import { createMarketingData, createReadAttribution } from './marketing/attribution.ts';
import { createMarketingActions } from './marketing/marketing-actions.ts';
import { createPageActions, createShowNotification, writeLocaleCookie } from './page/page-actions.ts';
import { createViewedProducts } from './page/viewed-products.ts';
import { createQueries } from './queries.ts';
import { createAccessTokens } from './session/access-tokens.ts';
import { createProfile } from './session/profile.ts';
import { createSessionActions } from './session/session-actions.ts';
import { createEndSession } from './session/session-end.ts';
import { createStartSession } from './session/session-start.ts';
import type { Stores } from './stores.ts';

export type Storefront = ReturnType<typeof createStorefront>;

/**
 * Creates the storefront of a page with its ports and stores: one per browser tab, one per request on the
 * server.
 */
export function createStorefront({ openShopApi, ...ports }: StorefrontPorts, stores: Stores) {
  const sessionContext: SessionContext = { ...ports, stores };
  const localCart = createLocalCartRepository(ports);
  const endSession = createEndSession(sessionContext, localCart);
  const accessTokens = createAccessTokens(ports, () => endSession({ isLogout: false }));
  const shopApi = openShopApi(accessTokens);
  const context: StorefrontContext = { ...sessionContext, shopApi };

  const showNotification = createShowNotification(context);
  const readAttribution = createReadAttribution(context);
  const cartNotifications = createCartNotifications(showNotification);
  const cartChanges = createCartChanges(context, localCart, cartNotifications, readAttribution);
  const cartActions = createCartActions(context, cartChanges, cartNotifications);
  const savedItems = createSavedItems(context, cartChanges, localCart, showNotification);
  const { mergeWishList, ...wishListActions } = createWishListActions(context, showNotification);
  /** Adds what a guest has in this browser, beside the cart, to what the learner has. */
  async function mergeLists(): Promise<void> {
    await savedItems.mergeSavedItems();
    await mergeWishList();
  }
  const startSession = createStartSession(context, cartChanges, cartActions, mergeLists);
  const profile = createProfile(context, accessTokens);
  const orders = createOrders(context, localCart, cartChanges, cartActions, readAttribution);
  const { followConsent, decideConsent, report } = createConsentActions(
    context,
    createMarketingData(context),
  );
  const keepLocaleCookie = () => writeLocaleCookie(ports.cookies, stores.locale.snapshot.locale);
  const { session, cart } = stores;

  async function arrive(): Promise<void> {
    await profile.loadProfile();
    stores.redeem.markLoggedIn(session.snapshot.status === 'logged_in');
    followConsent();
    await cartChanges.mergeGuestCart();
    await cartActions.loadCart();
    await mergeLists();
  }

  function followOtherTabs(): void {
    localCart.guestChanges$.subscribe((changed) => {
      if (session.snapshot.status === 'guest') cart.replace(changed);
    });
    ports.tabBroadcast.messages$.subscribe((message) => {
      if (message === 'session_started') {
        void arrive();
      } else if (message === 'cart_changed') {
        if (session.snapshot.status === 'logged_in') void cartActions.loadCart();
      } else if (message === 'session_ended' && session.snapshot.status === 'logged_in') {
        endSession({ isLogout: true });
        ports.navigation.reload();
      }
    });
  }

  return {
    actions: {
      ...cartActions,
      ...orders.actions,
      ...createSessionActions(context, cartChanges, startSession, endSession),
      ...createAccountActions(context, endSession),
      ...createSubscriptionActions(context, profile),
      ...createRedeemActions(context, profile, cartActions),
      ...createCampaignActions(context, startSession, cartActions),
      ...wishListActions,
      ...savedItems.actions,
      ...createMarketingActions(context),
      ...createPageActions(context, profile, report),
      ...createPlayerSettings(context),
      ...createViewedProducts(context),
      watchLesson: createWatchLesson(context),
      loadCardTokenizer: ports.loadCardTokenizer,
      showNotification,
      decideConsent,
    },
    queries: createQueries(context, orders),
    shopApi,
    accessTokens,
    profile,
    readAttribution,
    keepLocaleCookie,
    /**
     * Starts the app in a browser: sets the locale cookie, loads the profile, applies the consent, merges a
     * guest's cart that could not be merged earlier, loads the cart, and then follows changes in other tabs.
     * Resolves when the cart is loaded.
     */
    async start(): Promise<void> {
      keepLocaleCookie();
      followOtherTabs();
      await arrive();
    },
  };
}
