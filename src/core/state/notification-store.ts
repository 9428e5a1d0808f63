import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** A text for people: a key of the locales with its parameters, or plain text that the host has already written. */
export type NotificationText =
  | { readonly key: string; readonly params?: Readonly<Record<string, string | number>> }
  | { readonly text: string };

/** One message in the toast (specification §3 "Notification"). */
export interface Notification {
  readonly id: string;
  readonly type: 'success' | 'warning' | 'error' | 'info';
  readonly title: NotificationText;
  readonly message: NotificationText;
  /** The message is HTML that the host has sanitised. */
  readonly isHTML: boolean;
  readonly isShow: boolean;
}

/** What a caller says; the rest has usual values: success, plain text. */
export interface NotificationRequest {
  readonly type?: Notification['type'];
  readonly title: NotificationText;
  readonly message: NotificationText;
  readonly isHTML?: boolean;
}

export interface NotificationState {
  readonly current: Notification | null;
}

/** The toast. At most one message is shown; a newer one replaces it. */
export interface NotificationStore extends Store<NotificationState> {
  /** Shows a message under a fresh `id`. */
  show(request: NotificationRequest, id: string): void;
  /** Hides the message `id`, or whichever is shown. The message stays readable for the closing animation. */
  close(id?: string): void;
}

/** Makes the notification store, empty. */
export function createNotificationStore(): NotificationStore {
  const cell = createStoreCell<NotificationState>({ current: null });
  return {
    state$: cell.state$,
    initial: cell.initial,
    get snapshot() {
      return cell.snapshot;
    },
    show(request, id) {
      cell.set({ current: { type: 'success', isHTML: false, ...request, id, isShow: true } });
    },
    close(id) {
      const { current } = cell.snapshot;
      if (current === null || !current.isShow || (id !== undefined && id !== current.id)) return;
      cell.set({ current: { ...current, isShow: false } });
    },
  };
}
