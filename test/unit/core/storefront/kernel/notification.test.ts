import { expect, test } from 'vitest';
import type { SessionContext } from '#core/storefront/kernel/context.ts';
import { createNotificationStore } from '#core/storefront/kernel/page-stores.ts';
import { createNotificationActions } from '#core/storefront/page-actions.ts';

/** Creates notifications whose timers the test triggers. */
function openToast() {
  const notification = createNotificationStore();
  const due = new Set<() => void>();
  const timers = {
    schedule(_: number, task: () => void) {
      due.add(task);
      return () => void due.delete(task);
    },
  };
  let count = 0;
  const context = { stores: { notification }, timers, ids: { uuid: () => `toast-${++count}` } };
  const actions = createNotificationActions(context as unknown as SessionContext);
  return {
    ...actions,
    show: () => actions.showNotification({ title: { text: 'Neu' }, message: { text: 'Im Warenkorb' } }),
    /** Triggers all timers that run, as after 5 seconds, and returns their number. */
    pass() {
      const tasks = [...due];
      due.clear();
      for (const task of tasks) task();
      return tasks.length;
    },
    isShown: () => notification.snapshot.current?.isShow === true,
  };
}

test('a toast closes by itself, but not while it is held; then its time starts again', () => {
  const toast = openToast();
  toast.show();
  toast.holdNotification('pointer', true);
  expect([toast.pass(), toast.isShown()]).toEqual([0, true]);
  toast.holdNotification('pointer', false);
  expect([toast.isShown(), toast.pass(), toast.isShown()]).toEqual([true, 1, false]);
});

test.each([
  ['focus', 'pointer'],
  ['pointer', 'focus'],
] as const)('a toast stays for %s when it loses %s', (stays, goes) => {
  const toast = openToast();
  toast.show();
  toast.holdNotification(stays, true);
  toast.holdNotification(goes, true);
  toast.holdNotification(goes, false);
  expect([toast.pass(), toast.isShown()]).toEqual([0, true]);
  toast.holdNotification(stays, false);
  expect([toast.pass(), toast.isShown()]).toEqual([1, false]);
});

test('each toast has the whole time, also one that is shown while another is held', () => {
  const toast = openToast();
  toast.show();
  toast.show();
  expect([toast.pass(), toast.isShown()]).toEqual([1, false]);
  toast.show();
  toast.holdNotification('pointer', true);
  toast.show();
  expect([toast.pass(), toast.isShown()]).toEqual([0, true]);
  toast.holdNotification('pointer', false);
  expect([toast.pass(), toast.isShown()]).toEqual([1, false]);
});

test('a toast that was closed while it was held does not hold the next one', () => {
  const toast = openToast();
  toast.show();
  toast.holdNotification('pointer', true);
  toast.closeNotification();
  expect(toast.isShown()).toBe(false);
  toast.show();
  expect([toast.pass(), toast.isShown()]).toEqual([1, false]);
});

test('the last five messages can be read again, newest first, whether closed or not', () => {
  const store = createNotificationStore();
  for (const text of ['eins', 'zwei', 'drei', 'vier', 'fünf', 'sechs'])
    store.show({ title: { text }, message: { text: '' } }, text);
  store.close();
  expect(store.snapshot.recent.map(({ id }) => id)).toEqual(['sechs', 'fünf', 'vier', 'drei', 'zwei']);
});
