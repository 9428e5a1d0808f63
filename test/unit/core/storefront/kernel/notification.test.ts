import { expect, test } from 'vitest';
import type { SessionContext } from '#core/storefront/kernel/context.ts';
import { createNotificationStore } from '#core/storefront/kernel/page-stores.ts';
import { createShowNotification } from '#core/storefront/page-actions.ts';

/** Creates a notification store whose timer the test triggers. */
function openToast() {
  const notification = createNotificationStore();
  const due: (() => void)[] = [];
  const timers = {
    schedule(_: number, task: () => void) {
      due.push(task);
      return () => {};
    },
  };
  let count = 0;
  const context = { stores: { notification }, timers, ids: { uuid: () => `toast-${++count}` } };
  const show = createShowNotification(context as unknown as SessionContext);
  return {
    notification,
    show: () => show({ title: { text: 'Neu' }, message: { text: 'Im Warenkorb' } }),
    /** Triggers the timer, as after 5 seconds. */
    pass: () => due.shift()?.(),
    isShown: () => notification.snapshot.current?.isShow === true,
  };
}

test('a toast closes by itself, but not while somebody hovers or focuses it', () => {
  const toast = openToast();
  toast.show();
  toast.notification.hold(true);
  toast.pass();
  toast.pass();
  expect(toast.isShown()).toBe(true);
  toast.notification.hold(false);
  toast.pass();
  expect(toast.isShown()).toBe(false);
});

test('the time of an earlier toast does not close a later one', () => {
  const toast = openToast();
  toast.show();
  toast.show();
  toast.pass();
  expect(toast.isShown()).toBe(true);
  toast.pass();
  expect(toast.isShown()).toBe(false);
});

test('the last five messages can be read again, newest first, whether closed or not', () => {
  const store = createNotificationStore();
  for (const text of ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs'])
    store.show({ title: { text }, message: { text: '' } }, text);
  store.close();
  expect(store.snapshot.recent.map(({ id }) => id)).toEqual(['sechs', 'fünf', 'vier', 'drei', 'zwei']);
});
