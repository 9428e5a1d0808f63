import type { Announcement, ShopFacts } from '#core/model/content.ts';
import type { Locale } from '#core/model/primitives.ts';
import type { AnalyticsIds } from '#core/rules/analytics.ts';
import type { Consent } from '#core/rules/consent.ts';
import type { PaymentOffer } from '#core/rules/payment.ts';
import type { AnnouncementStore } from '#core/state/announcement-store.ts';
import type { CartStore } from '#core/state/cart-store.ts';
import type { ConsentStore } from '#core/state/consent-store.ts';
import type { LocaleStore } from '#core/state/locale-store.ts';
import type { NotificationStore } from '#core/state/notification-store.ts';
import type { RedeemStore } from '#core/state/redeem-store.ts';
import type { SessionState, SessionStore } from '#core/state/session-store.ts';
import type { Store } from '#core/state/store.ts';
import type { WishStore } from '#core/state/wish-store.ts';
import type { Actions } from './shop-actions.ts';
import type { Queries } from './shop-queries.ts';

/** What the page may watch: the reading side of every store. Changes go through actions. */
export interface Stores {
  readonly session: ReadingSide<SessionStore>;
  readonly cart: ReadingSide<CartStore>;
  readonly notification: ReadingSide<NotificationStore>;
  readonly announcement: ReadingSide<AnnouncementStore>;
  readonly consent: ReadingSide<ConsentStore>;
  readonly locale: ReadingSide<LocaleStore>;
  readonly redeem: ReadingSide<RedeemStore>;
  readonly wishes: ReadingSide<WishStore>;
}

type ReadingSide<S> = S extends Store<infer State> ? Store<State> : never;

/**
 * What the server knew while it rendered, carried to the browser inside the page so that both show the same. It holds
 * no token. `facts` is null when the host could not be asked.
 */
export interface InitialState {
  readonly locale: Locale;
  readonly session: SessionState;
  readonly announcement: Announcement | null;
  readonly is_announcement_closed: boolean;
  readonly consent: Consent;
  readonly facts: ShopFacts | null;
  /** Services that are told what happened, once the visitor allows it. */
  readonly analytics: AnalyticsIds;
  /** So that the payment step has its places ready before anybody is asked. */
  readonly payment: PaymentOffer;
}

/** The whole browser core as the user interface sees it: one per browser tab, one per request on the server. */
export interface Shop {
  readonly stores: Stores;
  readonly actions: Actions;
  readonly queries: Queries;
  readonly initialState: InitialState;
}
