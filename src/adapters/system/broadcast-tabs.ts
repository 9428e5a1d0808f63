import { Observable } from 'rxjs';
import type { TabBroadcast, TabMessage } from '#ports/tab-broadcast.ts';

const known: readonly TabMessage[] = ['session_ended', 'session_started', 'wish_list_changed'];

/** Messages over a `BroadcastChannel`; unknown messages are ignored. */
export function createBroadcastTabs(channel: BroadcastChannel): TabBroadcast {
  return {
    send(message) {
      try {
        channel.postMessage(message);
      } catch {
        // The channel of a tab that is being closed throws, which does not matter.
      }
    },
    messages$: new Observable((subscriber) => {
      const listen = ({ data }: MessageEvent<unknown>) => {
        const message = known.find((name) => name === data);
        if (message !== undefined) subscriber.next(message);
      };
      channel.addEventListener('message', listen);
      return () => channel.removeEventListener('message', listen);
    }),
  };
}
