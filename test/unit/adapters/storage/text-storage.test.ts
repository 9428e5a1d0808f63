import { describe, expect, test } from 'vitest';
import { createSharedTextStorage } from '#adapters/memory/memory-text-storage.ts';
import { createBrowserTextStorage } from '#adapters/storage/browser-text-storage.ts';
import { describeTextStoragePort } from '#test/kits/text-storage-kit.ts';
import { createStoragePages } from '#test/support/storage-pages.ts';

describeTextStoragePort({
  name: 'memory',
  async create() {
    const shared = createSharedTextStorage();
    return { tab: shared.openTab(), other: shared.openTab() };
  },
});

describeTextStoragePort({
  name: 'browser',
  async create() {
    const pages = createStoragePages();
    const open = () => {
      const page = pages.open();
      return createBrowserTextStorage(() => page.localStorage, page.events);
    };
    return { tab: open(), other: open() };
  },
});

describe('a storage of the browser', () => {
  const blocked = () => {
    throw new DOMException('Access is denied', 'SecurityError');
  };

  test('that is blocked is stood in for by memory', () => {
    const storage = createBrowserTextStorage(blocked, new EventTarget());
    expect(storage.read('bundle_cart')).toBeNull();
    storage.write('bundle_cart', 'one');
    expect(storage.read('bundle_cart')).toBe('one');
    storage.remove('bundle_cart');
    expect(storage.read('bundle_cart')).toBeNull();
  });

  test('that is full keeps what it has, and this tab sees its own last word', () => {
    const page = createStoragePages({ capacity: 10 }).open();
    const storage = createBrowserTextStorage(() => page.localStorage, page.events);
    storage.write('a', 'short');
    storage.write('a', 'much too long for it');
    expect(storage.read('a')).toBe('much too long for it');
    expect(page.localStorage.getItem('a')).toBe('short');
    storage.write('a', 'fits');
    expect(page.localStorage.getItem('a')).toBe('fits');
    expect(storage.read('a')).toBe('fits');
  });

  test('hears that another tab emptied it', async () => {
    const pages = createStoragePages();
    const [page, other] = [pages.open(), pages.open()];
    const storage = createBrowserTextStorage(() => page.localStorage, page.events);
    storage.write('bundle_cart', 'one');
    const heard: (string | null)[] = [];
    storage.changes$('bundle_cart').subscribe((text) => heard.push(text));
    other.localStorage.clear();
    expect(heard).toEqual([null]);
  });

  test('is not the other storage, though their events come over one window', () => {
    const [page, other] = ((pages) => [pages.open(), pages.open()] as const)(createStoragePages());
    const storage = createBrowserTextStorage(() => page.sessionStorage, page.events);
    const heard: (string | null)[] = [];
    storage.changes$('aff').subscribe((text) => heard.push(text));
    other.localStorage.setItem('aff', 'x');
    expect(heard).toEqual([]);
  });
});
