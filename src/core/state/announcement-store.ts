import type { Announcement } from '#core/model/content.ts';
import type { Store } from './store.ts';
import { createStoreCell } from './store.ts';

/** The announcement bar; `announcement` is null while the host has none, and the default text is shown. */
export interface AnnouncementState {
  readonly announcement: Announcement | null;
  readonly is_closed: boolean;
}

export interface AnnouncementStore extends Store<AnnouncementState> {
  /** Hides the bar until the tab is closed. */
  close(): void;
}

/** Makes the announcement store with what the server rendered. */
export function createAnnouncementStore(initial: AnnouncementState): AnnouncementStore {
  const cell = createStoreCell(initial);
  return {
    state$: cell.state$,
    initial,
    get snapshot() {
      return cell.snapshot;
    },
    close() {
      if (!cell.snapshot.is_closed) cell.set({ ...cell.snapshot, is_closed: true });
    },
  };
}
