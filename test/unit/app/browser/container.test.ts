import { describe, expect, test } from 'vitest';
import { browserBindings } from '#app/browser/browser-container.ts';
import { createPortContainer } from '#app/browser/container.ts';
import type { StorefrontPorts } from '#core/storefront/kernel/context.ts';
import { createBrowserWindow } from '#test/support/browser-window.ts';
import { createMemoryCookies } from '#test/support/memory-cookies.ts';
import { createSequentialIds } from '#test/support/sequential-ids.ts';
import { guestState } from '#test/support/test-browser.ts';

type Some = Pick<StorefrontPorts, 'cookies' | 'ids'>;

describe('a container of ports', () => {
  test('makes each adapter once, when it is first needed', () => {
    let made = 0;
    const container = createPortContainer<Some>({
      cookies: () => createMemoryCookies(),
      ids() {
        made += 1;
        return createSequentialIds();
      },
    });
    expect(made).toBe(0);
    expect(container.get('ids')).toBe(container.all().ids);
    expect(made).toBe(1);
    expect(container.names).toEqual(['cookies', 'ids']);
  });

  test('hands other ports to an adapter that needs them', () => {
    const container = createPortContainer<Some>({
      cookies: (get) =>
        createMemoryCookies(new Map([[get('ids').uuid(), { value: 'x', lifetime_seconds: 1 }]])),
      ids: createSequentialIds,
    });
    expect(container.get('cookies').read('00000000-0000-4000-8000-000000000001')).toBe('x');
  });

  test('shares nothing with another', () => {
    const open = () =>
      createPortContainer<Some>({ cookies: () => createMemoryCookies(), ids: createSequentialIds });
    const [one, other] = [open(), open()];
    one.get('cookies').write('locale', 'de', null);
    expect(other.get('cookies').read('locale')).toBeNull();
  });
});

describe('the container of a browser tab', () => {
  const { window, close } = createBrowserWindow();
  const container = createPortContainer(browserBindings(guestState, window, new URL('http://localhost/de')));

  test.each(container.names)('makes %s', (name) => {
    expect(container.get(name)).toBeDefined();
  });

  test('leaves nothing in the page before consent', () => {
    container.get('analytics').track({ name: 'login' });
    expect(window).not.toHaveProperty('dataLayer');
    close();
  });
});
