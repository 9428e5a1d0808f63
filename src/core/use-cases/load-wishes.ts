import { ok } from '#core/rules/result.ts';
import type { Queue } from '#core/state/queue.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { WishStore } from '#core/state/wish-store.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { TextStorage } from '#ports/text-storage.ts';
import type { WishList } from '#ports/wish-list.ts';
import type { Answer } from './shop-queries.ts';
import type { WishActions } from './wish-actions.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly session_storage: TextStorage;
  readonly tab_broadcast: TabBroadcast;
  readonly wish_list: WishList;
  readonly wish_queue: Queue;
  readonly wishes: WishStore;
  readonly changeWish: WishActions['changeWish'];
}

/** Session key of a guest's wish that waits for the login. */
export const rememberedWishKey = 'remembered_wish';

const largestPage = 100;

/**
 * Reads the learner's wishes once, and anew when another tab has changed them; a wish that was pressed before the login
 * is fulfilled then. Guests have none.
 */
export function createLoadWishes(dependencies: Dependencies): WishActions['loadWishes'] {
  const { session, session_storage, tab_broadcast, wish_list, wish_queue, wishes } = dependencies;

  async function read(owner: string): Answer<null> {
    const found: string[] = [];
    for (let number = 1; ; number += 1) {
      const page = await wish_list.list({ number, size: largestPage });
      if (!page.ok) return page;
      found.push(...page.value.items.map(({ id }) => id));
      if (number * largestPage >= page.value.total) break;
    }
    wishes.show(owner, found);
    return ok(null);
  }

  tab_broadcast.messages$.subscribe((message) => {
    const { owner } = wishes.snapshot;
    if (message === 'wishes_changed' && owner !== null) void wish_queue.run(() => read(owner));
  });

  async function load(): Answer<null> {
    const loaded = await wish_queue.run(async () => {
      const { snapshot } = session;
      if (snapshot.status === 'guest' || wishes.snapshot.owner === snapshot.learner.sub) return ok(null);
      return read(snapshot.learner.sub);
    });
    const remembered = session_storage.read(rememberedWishKey);
    if (!loaded.ok || remembered === null || session.snapshot.status === 'guest') return loaded;
    session_storage.remove(rememberedWishKey);
    return dependencies.changeWish(remembered, true);
  }

  let running: Answer<null> | null = null;
  return () => {
    // Every heart of a page asks.
    running ??= load().finally(() => {
      running = null;
    });
    return running;
  };
}
