import { filter, map, Subject } from 'rxjs';
import type { TabMessage } from '#core/model/tab-message.ts';
import type { TabBroadcast } from '#ports/browser/tabs.ts';

/** The message channel between the tabs of one browser. */
export interface TabBroadcastHub {
  /** Returns the channel of a further tab, which receives the messages of all other tabs. */
  openTab(): TabBroadcast;
}

/** Creates a message channel in memory; messages arrive immediately. */
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
