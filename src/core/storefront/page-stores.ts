import type { Announcement } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import type { Store } from './store.ts';
import { createStore } from './store.ts';

/** The announcement bar; `announcement` is null while the server has none, and the default text is shown. */
export interface AnnouncementState {
  readonly announcement: Announcement | null;
  readonly is_closed: boolean;
}

/** Makes the announcement store with what the server rendered. */
export function createAnnouncementStore(initial: AnnouncementState) {
  return createStore(initial, (cell) => ({
    /** Hides the bar until the tab is closed. */
    close() {
      if (!cell.snapshot.is_closed) cell.set({ ...cell.snapshot, is_closed: true });
    },
  }));
}

/** The language of this page: the locale in its address. Another language is another document, so it never changes. */
export type LocaleStore = Store<{ readonly locale: Locale }>;

/** Makes the locale store. */
export function createLocaleStore(locale: Locale): LocaleStore {
  return createStore({ locale }, () => ({}));
}

/** A text for people: a key of the locales with its parameters, or plain text that the server has already written. */
export type NotificationText =
  | { readonly key: string; readonly params?: Readonly<Record<string, string | number>> }
  | { readonly text: string };

/** One message in the toast. */
export interface Notification {
  readonly id: string;
  readonly type: 'success' | 'warning' | 'error' | 'info';
  readonly title: NotificationText;
  readonly message: NotificationText;
  /** The message is HTML that the server has sanitised. */
  readonly isHTML: boolean;
  readonly isShow: boolean;
}

/** A message to show; what is left out has usual values: success, plain text. */
export interface NotificationRequest {
  readonly type?: Notification['type'];
  readonly title: NotificationText;
  readonly message: NotificationText;
  readonly isHTML?: boolean;
}

export interface NotificationState {
  readonly current: Notification | null;
}

/** Makes the toast, empty. At most one message is shown; a newer one replaces it. */
export function createNotificationStore() {
  const initial: NotificationState = { current: null };
  return createStore(initial, (cell) => ({
    /** Shows a message under a fresh `id`. */
    show(request: NotificationRequest, id: string) {
      cell.set({ current: { type: 'success', isHTML: false, ...request, id, isShow: true } });
    },
    /** Hides the message `id`, or whichever is shown. The message stays readable for the closing animation. */
    close(id?: string) {
      const { current } = cell.snapshot;
      if (current === null || !current.isShow || (id !== undefined && id !== current.id)) return;
      cell.set({ current: { ...current, isShow: false } });
    },
  }));
}
