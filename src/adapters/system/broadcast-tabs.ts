import { Observable } from 'rxjs';
import type { TabBroadcast, TabMessage } from '#ports/tab-broadcast.ts';

const known: readonly TabMessage[] = ['session_ended', 'session_started', 'wish_list_changed'];

/** Messages over a `BroadcastChannel` of the browser; anything else that comes over it is ignored. */
export function createBroadcastTabs(channel: BroadcastChannel): TabBroadcast {
  return {
    send(message) {
      try {
        channel.postMessage(message);
      } catch {
        // A channel of a tab about to be closed refuses; nobody is left to tell.
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
