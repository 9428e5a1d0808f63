import type { ApiClient } from '#adapters/http/api-client.ts';
import type { AnnouncementStore } from '#core/state/announcement-store.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { LocaleStore } from '#core/state/locale-store.ts';
import type { NotificationStore } from '#core/state/notification-store.ts';
import type { Queue } from '#core/state/queue.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { WishStore } from '#core/state/wish-store.ts';
import type { ChangeCart } from '#core/use-cases/change-cart.ts';
import type { ChangeGuestLines } from '#core/use-cases/change-guest-lines.ts';
import type { ChangeLearnerLines } from '#core/use-cases/change-learner-lines.ts';
import type { EndSession } from '#core/use-cases/end-session.ts';
import type { FindHostedCart } from '#core/use-cases/find-hosted-cart.ts';
import type { FollowConsent } from '#core/use-cases/follow-consent.ts';
import type { LocalCart } from '#core/use-cases/keep-local-cart.ts';
import type { KeepLocaleCookie } from '#core/use-cases/keep-locale-cookie.ts';
import type { MarketingData } from '#core/use-cases/keep-marketing-data.ts';
import type { LoadProfile } from '#core/use-cases/load-profile.ts';
import type { NameCart } from '#core/use-cases/name-cart.ts';
import type { PreferLanguage } from '#core/use-cases/prefer-language.ts';
import type { ReadAttribution } from '#core/use-cases/read-attribution.ts';
import type { ReloadProfile } from '#core/use-cases/reload-profile.ts';
import type { PlacedOrders } from '#core/use-cases/remember-placed-orders.ts';
import type { SettleOrder } from '#core/use-cases/settle-order.ts';
import type { InitialState, Shop } from '#core/use-cases/shop.ts';
import type { Actions } from '#core/use-cases/shop-actions.ts';
import type { Queries } from '#core/use-cases/shop-queries.ts';
import type { StartSession } from '#core/use-cases/start-session.ts';
import type { StartShop } from '#core/use-cases/start-shop.ts';
import type { StoreGuestCart } from '#core/use-cases/store-guest-cart.ts';
import type { TakeGuestCartOver } from '#core/use-cases/take-guest-cart-over.ts';
import type { CartTrouble } from '#core/use-cases/tell-cart-trouble.ts';
import type { TrackRegistration } from '#core/use-cases/track-registration.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { Accounts } from '#ports/accounts.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { Catalogue } from '#ports/catalogue.ts';
import type { Clock } from '#ports/clock.ts';
import type { Contact } from '#ports/contact.ts';
import type { Contents } from '#ports/contents.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { Coupons } from '#ports/coupons.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { GuestCarts } from '#ports/guest-carts.ts';
import type { Ids } from '#ports/ids.ts';
import type { Learning } from '#ports/learning.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { Newsletter } from '#ports/newsletter.ts';
import type { Orders } from '#ports/orders.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { Payments } from '#ports/payments.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { Reading } from '#ports/reading.ts';
import type { Reviews } from '#ports/reviews.ts';
import type { Rights } from '#ports/rights.ts';
import type { RunningSessions } from '#ports/running-sessions.ts';
import type { Search } from '#ports/search.ts';
import type { Sessions } from '#ports/sessions.ts';
import type { Subscriptions } from '#ports/subscriptions.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { TextStorage } from '#ports/text-storage.ts';
import type { Timers } from '#ports/timers.ts';
import type { TokenReader } from '#ports/token-reader.ts';
import type { UserCarts } from '#ports/user-carts.ts';
import type { WishList } from '#ports/wish-list.ts';

/** Ports whose adapters depend on where the shop runs: in a browser tab, or in a request on the server. */
export interface SurroundingPorts {
  readonly analytics: Analytics;
  readonly clock: Clock;
  readonly cookies: Cookies;
  readonly error_reporting: ErrorReporting;
  readonly ids: Ids;
  readonly local_storage: TextStorage;
  readonly navigation: Navigation;
  readonly session_storage: TextStorage;
  readonly tab_broadcast: TabBroadcast;
  readonly tab_lock: TabLock;
  readonly timers: Timers;
  readonly token_reader: TokenReader;
  /** Executes calls without a fresh bearer, for what begins, keeps and ends sessions. */
  readonly session_client: ApiClient;
  readonly api_client: ApiClient;
  readonly initial_state: InitialState;
  readonly loadCardTokenizer: Actions['loadCardTokenizer'];
}

/** Ports that the host answers. */
interface HostPorts {
  readonly accounts: Accounts;
  readonly addresses: Addresses;
  readonly catalogue: Catalogue;
  readonly contact: Contact;
  readonly contents: Contents;
  readonly coupons: Coupons;
  readonly guest_carts: GuestCarts;
  readonly learning: Learning;
  readonly newsletter: Newsletter;
  readonly orders: Orders;
  readonly own_account: OwnAccount;
  readonly payments: Payments;
  readonly reading: Reading;
  readonly profiles: Profiles;
  readonly reviews: Reviews;
  readonly rights: Rights;
  readonly search: Search;
  readonly running_sessions: RunningSessions;
  readonly sessions: Sessions;
  readonly subscriptions: Subscriptions;
  readonly user_carts: UserCarts;
  readonly wish_list: WishList;
}

interface StoreServices {
  readonly announcement: AnnouncementStore;
  readonly cart: CartStore;
  readonly cart_queue: Queue;
  readonly consent: ConsentStore;
  readonly locale: LocaleStore;
  readonly notification: NotificationStore;
  readonly redeem: RedeemStore;
  readonly session: SessionStore;
  readonly wish_queue: Queue;
  readonly wishes: WishStore;
}

/** Use cases that others build on. */
interface InnerUseCases {
  readonly access_tokens: AccessTokens;
  readonly cart_trouble: CartTrouble;
  readonly changeCart: ChangeCart;
  readonly changeGuestLines: ChangeGuestLines;
  readonly changeLearnerLines: ChangeLearnerLines;
  readonly endRefusedSession: () => void;
  readonly endSession: EndSession;
  readonly findHostedCart: FindHostedCart;
  readonly followConsent: FollowConsent;
  readonly keepLocaleCookie: KeepLocaleCookie;
  readonly loadProfile: LoadProfile;
  readonly local_cart: LocalCart;
  readonly marketing_data: MarketingData;
  readonly nameCart: NameCart;
  readonly placed_orders: PlacedOrders;
  readonly preferLanguage: PreferLanguage;
  readonly readAttribution: ReadAttribution;
  readonly reloadProfile: ReloadProfile;
  readonly settleOrder: SettleOrder;
  readonly startSession: StartSession;
  readonly startShop: StartShop;
  readonly storeGuestCart: StoreGuestCart;
  readonly takeGuestCartOver: TakeGuestCartOver;
  readonly trackRegistration: TrackRegistration;
}

/**
 * Everything a container holds, by name. The names are the tokens: a factory gets its dependencies under these names
 * and no other, so that two of one type cannot be swapped.
 */
export interface Services
  extends SurroundingPorts,
    HostPorts,
    StoreServices,
    InnerUseCases,
    Omit<Actions, 'loadCardTokenizer'> {
  readonly actions: Actions;
  readonly queries: Queries;
  readonly shop: Shop;
}

/** Name under which a container holds a service. */
export type Token = keyof Services;
