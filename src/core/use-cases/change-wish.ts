import type { Queue } from '#core/state/queue.ts';
import type { WishStore } from '#core/state/wish-store.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { WishList } from '#ports/wish-list.ts';
import type { ShowNotification } from './show-notification.ts';
import type { WishActions } from './wish-actions.ts';

interface Dependencies {
  readonly tab_broadcast: TabBroadcast;
  readonly wish_list: WishList;
  readonly wish_queue: Queue;
  readonly wishes: WishStore;
  readonly showNotification: ShowNotification;
}

/** Changes the wish list: the heart follows the press, the host follows in order, other tabs are told. */
export function createChangeWish(dependencies: Dependencies): WishActions['changeWish'] {
  const { tab_broadcast, wish_list, wish_queue, wishes, showNotification } = dependencies;
  return (product_id, is_wished) => {
    wishes.set(product_id, is_wished);
    return wish_queue.run(async () => {
      const answer = await (is_wished ? wish_list.add(product_id) : wish_list.remove(product_id));
      if (answer.ok) {
        tab_broadcast.send('wishes_changed');
        if (is_wished) {
          showNotification({
            title: { key: 'component:wish.added_title' },
            message: { key: 'component:wish.added' },
          });
        }
        return answer;
      }
      const { code, detail } = answer.error;
      wishes.set(product_id, !is_wished);
      showNotification({
        type: 'error',
        title: { key: `error:${code}.title` },
        message: detail === '' ? { key: `error:${code}.detail` } : { text: detail },
      });
      return answer;
    });
  };
}
