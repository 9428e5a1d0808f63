import { filter, map, Subject } from 'rxjs';
import type { TabBroadcast, TabMessage } from '#ports/tab-broadcast.ts';

/** What tabs of one browser hear each other by. */
export interface TabBroadcastHub {
  /** The messages as one more tab sends and hears them. */
  openTab(): TabBroadcast;
}

/** Makes a hub in memory; messages arrive at once. */
export function createTabBroadcastHub(): TabBroadcastHub {
  const messages = new Subject<{ readonly from: object; readonly message: TabMessage }>();
  return {
    openTab() {
      const from = {};
      return {
        send: (message) => messages.next({ from, message }),
        messages$: messages.pipe(
          filter((sent) => sent.from !== from),
          map((sent) => sent.message),
        ),
      };
    },
  };
}
