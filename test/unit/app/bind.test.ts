import { describe, expect, test } from 'vitest';
import { createServiceContainer } from '#app/bind.ts';
import { createNotificationStore } from '#core/state/notification-store.ts';
import { createShowNotification } from '#core/use-cases/show-notification.ts';
import type { Ids } from '#ports/ids.ts';
import { createManualTime } from '#test/support/manual-time.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createSequentialIds } from '#test/support/sequential-ids.ts';

describe('bind', () => {
  test('makes a service from those it needs, once', () => {
    const { bind, get } = createServiceContainer();
    let made = 0;
    bind('ids', createSequentialIds, []);
    bind('timers', () => createManualTime(0).timers, []);
    bind('notification', createNotificationStore, []);
    bind(
      'showNotification',
      (dependencies) => {
        made += 1;
        return createShowNotification(dependencies);
      },
      ['timers', 'notification', 'ids'],
    );
    get('showNotification')({ title: { key: 'a' }, message: { key: 'b' } });
    get('showNotification')({ title: { key: 'c' }, message: { key: 'd' } });
    expect(made).toBe(1);
    expect(get('notification').snapshot.current).toMatchObject({ title: { key: 'c' } });
  });

  test('says what is bound, in that order', () => {
    const { bind, names } = createServiceContainer();
    bind('notification', createNotificationStore, []);
    bind('ids', createSequentialIds, []);
    expect(names).toEqual(['notification', 'ids']);
  });

  test('a service that is not bound is refused by name', () => {
    const { bind, get } = createServiceContainer();
    bind('showNotification', createShowNotification, ['ids', 'notification', 'timers']);
    expect(() => get('showNotification')).toThrow(/ids/);
  });

  test('containers share nothing', () => {
    const [one, other] = [createServiceContainer(), createServiceContainer()];
    one.bind('cookies', () => createMemoryCookies(), []);
    other.bind('cookies', () => createMemoryCookies(), []);
    one.get('cookies').write('locale', 'de', null);
    expect(other.get('cookies').read('locale')).toBeNull();
  });

  test('what does not fit does not compile', () => {
    const { bind } = createServiceContainer();
    // @ts-expect-error: a dependency is missing
    bind('showNotification', createShowNotification, ['ids', 'notification']);
    const factory = ({ ids }: { readonly ids: Ids }) => ids;
    // @ts-expect-error: another service stands in the place of `ids`
    bind('ids', factory, ['timers']);
    // @ts-expect-error: the factory makes something else
    bind('cookies', createSequentialIds, []);
    // @ts-expect-error: there is no such service
    bind('cookie', createMemoryCookies, []);
    expect(bind).toBeTypeOf('function');
  });
});
