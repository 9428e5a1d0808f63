import { createAccountActions } from './accounts/account-actions.ts';
import { createPasskeyActions } from './accounts/passkey-actions.ts';
import { createProfile } from './accounts/profile.ts';
import { createAccessTokens } from './accounts/refresh-access-token.ts';
import { createSessionActions } from './accounts/session-actions.ts';
import { createEndSession, createLeaveEndedSession } from './accounts/session-end.ts';
import { createStartSession } from './accounts/session-start.ts';
import { createTabSync } from './accounts/tab-sync.ts';
import { createCartActions, createCartChanges } from './carts/cart-actions.ts';
import { createCartNotifications } from './carts/cart-notifications.ts';
import { createLocalCartRepository } from './carts/local-cart-repository.ts';
import { createWishListActions } from './carts/wish-list-actions.ts';
import { createViewedProducts } from './catalogue/viewed-products.ts';
import { createCampaignActions } from './gifts/campaign-actions.ts';
import { createRedeemActions } from './gifts/redeem-actions.ts';
import type { SessionContext, StorefrontContext, StorefrontPorts } from './kernel/context.ts';
import type { Stores } from './kernel/stores.ts';
import { createFilmActions } from './learning/film-actions.ts';
import { createPlayerSettings } from './learning/player-settings.ts';
import { createWatchLesson } from './learning/watch-lesson.ts';
import { createMarketingActions } from './marketing/marketing-actions.ts';
import { createOrders } from './orders/order-actions.ts';
import { createNotificationActions, createPageActions, writeLocaleCookie } from './page-actions.ts';
import { createQueries } from './queries.ts';
import { createSubscriptionActions } from './subscriptions/subscription-actions.ts';
import { createConsentActions } from './tracking/consent-actions.ts';
import { createMarketingData, createReadAttribution } from './tracking/read-attribution.ts';

export type Storefront = ReturnType<typeof createStorefront>;

/** Creates the storefront of a page from its ports and stores: one per browser tab, one per request on the server. */
export function createStorefront({ openShopApi, ...ports }: StorefrontPorts, stores: Stores) {
  const sessionContext: SessionContext = { ...ports, stores };
  const localCart = createLocalCartRepository(sessionContext);
  const endSession = createEndSession(sessionContext, localCart);
  const leaveEndedSession = createLeaveEndedSession(sessionContext, endSession);
  const endRefused = () => endSession({ isLogout: false });
  const accessTokens = createAccessTokens(ports, endRefused, () => {
    if (stores.session.snapshot.status === 'logged_in') leaveEndedSession();
  });
  const shopApi = openShopApi(accessTokens);
  const context: StorefrontContext = { ...sessionContext, shopApi };

  const notificationActions = createNotificationActions(context);
  const { showNotification } = notificationActions;
  const readAttribution = createReadAttribution(context);
  const cartNotifications = createCartNotifications(showNotification);
  const cartChanges = createCartChanges(context, localCart, cartNotifications, readAttribution);
  const cartActions = createCartActions(context, cartChanges, cartNotifications);
  const { mergeWishList, readWishList, ...wishListActions } = createWishListActions(
    context,
    cartActions,
    showNotification,
  );
  /** Merges the guest's cart and wish list of this browser into the learner's, and loads the cart. */
  async function mergeGuestLists(): Promise<void> {
    if (await orders.settleGuestCart()) await cartChanges.mergeGuestCart();
    await cartActions.loadCart();
    await mergeWishList();
  }
  const startSession = createStartSession(context, mergeGuestLists);
  const profile = createProfile(context, accessTokens);
  const orders = createOrders(context, localCart, cartChanges, cartActions, readAttribution);
  const { readConsent, decideConsent, report } = createConsentActions(context, createMarketingData(context));
  const keepLocaleCookie = () => writeLocaleCookie(ports.cookies, stores.locale.snapshot.locale);
  const { session } = stores;

  async function loadState(): Promise<void> {
    await profile.loadProfile();
    stores.redeem.markLoggedIn(session.snapshot.status === 'logged_in');
    readConsent();
    await mergeGuestLists();
  }

  const { loadCart } = cartActions;
  const reactions = { profile, leaveEndedSession, loadState, readConsent, loadCart, readWishList };
  const tabSync = createTabSync(context, reactions);

  return {
    actions: {
      ...cartActions,
      ...orders.actions,
      ...createSessionActions(context, cartChanges, startSession, endSession),
      ...createAccountActions(context, endSession),
      ...createPasskeyActions(context, startSession),
      ...createSubscriptionActions(context, profile),
      ...createRedeemActions(context, profile, cartActions),
      ...createCampaignActions(context, startSession),
      ...wishListActions,
      ...createMarketingActions(context),
      ...createPageActions(context, profile, report),
      ...createPlayerSettings(context),
      ...createFilmActions(context),
      ...createViewedProducts(context),
      watchLesson: createWatchLesson(context),
      loadCardTokenizer: ports.loadCardTokenizer,
      ...notificationActions,
      decideConsent,
    },
    queries: createQueries(context, orders),
    shopApi,
    accessTokens,
    profile,
    readAttribution,
    keepLocaleCookie,
    readAnew: tabSync.readAnew,
    /**
     * Starts the app in a browser: sets the locale cookie, loads the profile, applies the consent, merges a
     * guest's cart that could not be merged earlier, loads the cart, and then follows changes in other tabs.
     * Resolves when the cart is loaded.
     */
    async start(): Promise<void> {
      keepLocaleCookie();
      localCart.guestChanges$.subscribe(cartChanges.followGuestCart);
      tabSync.followTabs();
      await loadState();
    },
  };
}
