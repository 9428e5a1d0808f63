import type { Announcement } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';

/** The announcement bar. While `announcement` is null, the default text is shown. */
export interface AnnouncementState {
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

/**
 * The locale of the page, from its URL. It never changes, because another language is loaded as a new
 * document.
 */
export type LocaleStore = Store<{ readonly locale: Locale }>;

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

export interface NotificationState {
  readonly current: Notification | null;
  /** True while the notification is hovered or focused; it is then not closed automatically. */
  readonly isHeld: boolean;
  /** The last notifications, newest first, also after they were closed. */
  readonly recent: readonly Notification[];
}

/** Number of notifications that can be read again. */
const recentLimit = 5;

/** Creates the notification store. At most one notification is shown; a newer one replaces it. */
export function createNotificationStore() {
  const initial: NotificationState = { current: null, isHeld: false, recent: [] };
  return createStore(initial, (cell) => ({
    show(request: NotificationRequest, id: string) {
      const current = { type: 'success' as const, isHTML: false, ...request, id, isShow: true };
      const recent = [current, ...cell.snapshot.recent].slice(0, recentLimit);
      cell.set({ ...cell.snapshot, current, recent });
    },
    hold(isHeld: boolean) {
      cell.set({ ...cell.snapshot, isHeld });
    },
    /** Hides the notification `id`, or any. Its text stays in the state for the closing animation. */
    close(id?: string) {
      const { current } = cell.snapshot;
      if (current === null || !current.isShow || (id !== undefined && id !== current.id)) return;
      cell.set({ ...cell.snapshot, current: { ...current, isShow: false }, isHeld: false });
    },
  }));
}
