import type { CodeInfo } from '#core/model/code.ts';
import type { Announcement } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import type { Consent, ConsentChoice } from '#core/rules/tracking/consent.ts';
import { createStore, type Store } from './store.ts';

/** The announcement bar. While `announcement` is null, the default text is shown. */
interface AnnouncementState {
  readonly announcement: Announcement | null;
  readonly isClosed: boolean;
}

export function createAnnouncementStore(initial: AnnouncementState) {
  return createStore(initial, (cell) => ({
    /** Hides the bar until the tab is closed. */
    close() {
      if (!cell.snapshot.isClosed) cell.set({ ...cell.snapshot, isClosed: true });
    },
  }));
}

/** The locale of the page, from its URL. It never changes, because another language is loaded as a new document. */
type LocaleStore = Store<{ readonly locale: Locale }>;

export function createLocaleStore(locale: Locale): LocaleStore {
  return createStore({ locale }, () => ({}));
}

/** The text of a notification: a key of the locales with its parameters, or the server's own text. */
export type NotificationText =
  | { readonly key: string; readonly params?: Readonly<Record<string, string | number>> }
  | { readonly text: string };

export interface Notification {
  readonly id: string;
  readonly type: 'success' | 'warning' | 'error' | 'info';
  readonly title: NotificationText;
  readonly message: NotificationText;
  /** The message is HTML that the server has sanitised. */
  readonly isHTML: boolean;
  readonly isShow: boolean;
}

/** A notification to show; by default a success with plain text. */
export interface NotificationRequest {
  readonly type?: Notification['type'];
  readonly title: NotificationText;
  readonly message: NotificationText;
  readonly isHTML?: boolean;
}

interface NotificationState {
  readonly current: Notification | null;
  /** The last notifications, newest first, including closed ones. */
  readonly recent: readonly Notification[];
}

/** Maximum number of recent notifications. */
const recentLimit = 5;

/** Creates the notification store. At most one notification is shown; a newer one replaces it. */
export function createNotificationStore() {
  const initial: NotificationState = { current: null, recent: [] };
  return createStore(initial, (cell) => ({
    show(request: NotificationRequest, id: string) {
      const current = { type: 'success' as const, isHTML: false, ...request, id, isShow: true };
      const recent = [current, ...cell.snapshot.recent].slice(0, recentLimit);
      cell.set({ current, recent });
    },
    /** Hides the notification. Its text stays in the state for the closing animation. */
    close() {
      const { current } = cell.snapshot;
      if (current?.isShow === true) cell.set({ ...cell.snapshot, current: { ...current, isShow: false } });
    },
  }));
}

/** The code that was looked up, and whether the visitor has logged in. */
interface RedeemState {
  readonly data: CodeInfo | null;
  readonly isLoggedIn: boolean;
}

export function createRedeemStore() {
  const initial: RedeemState = { data: null, isLoggedIn: false };
  return createStore(initial, (cell) => ({
    show(data: CodeInfo | null) {
      cell.set({ ...cell.snapshot, data });
    },
    markLoggedIn(isLoggedIn: boolean) {
      if (isLoggedIn !== cell.snapshot.isLoggedIn) cell.set({ ...cell.snapshot, isLoggedIn });
    },
  }));
}

/** The visitor's consent as the page knows it. */
interface ConsentState extends Consent {
  /** Whether analytics was ever allowed in this document, so that scripts of services may be running. */
  readonly hasAllowedAnalytics: boolean;
}

/**
 * Creates the store of the visitor's consent; nothing is allowed before the visitor has chosen in the banner.
 */
export function createConsentStore(consent: Consent) {
  const initial: ConsentState = {
    ...consent,
    hasAllowedAnalytics: consent.statistics || consent.marketing,
  };
  return createStore(initial, (cell) => ({
    decide({ preferences, statistics, marketing }: ConsentChoice) {
      const hasAllowedAnalytics = cell.snapshot.hasAllowedAnalytics || statistics || marketing;
      cell.set({ isDecided: true, preferences, statistics, marketing, hasAllowedAnalytics });
    },
  }));
}

/** The shopper's wish list. `owner` is the learner's id or `guest`, null until the list has been loaded. */
interface WishListState {
  readonly owner: string | null;
  readonly productIds: readonly string[];
}

export function createWishListStore() {
  const initial: WishListState = { owner: null, productIds: [] };
  return createStore(initial, (cell) => ({
    show(owner: string, productIds: readonly string[]) {
      cell.set({ owner, productIds });
    },
    set(productId: string, isOnList: boolean) {
      const { owner, productIds } = cell.snapshot;
      if (productIds.includes(productId) === isOnList) return;
      const others = productIds.filter((id) => id !== productId);
      cell.set({ owner, productIds: isOnList ? [productId, ...others] : others });
    },
  }));
}
