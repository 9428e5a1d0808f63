import { timings } from '#core/rules/layout.ts';
import type { NotificationRequest, NotificationStore } from '#core/state/notification-store.ts';
import type { Ids } from '#ports/ids.ts';
import type { Timers } from '#ports/timers.ts';

interface Dependencies {
  readonly notification: NotificationStore;
  readonly ids: Ids;
  readonly timers: Timers;
}

/** Shows a toast that closes itself after 5 seconds (specification §2, §9). A newer one has its own 5 seconds. */
export function createShowNotification({ notification, ids, timers }: Dependencies) {
  return (request: NotificationRequest): void => {
    const id = ids.uuid();
    notification.show(request, id);
    timers.schedule(timings.notificationAutoClose, () => notification.close(id));
  };
}

export type ShowNotification = ReturnType<typeof createShowNotification>;
