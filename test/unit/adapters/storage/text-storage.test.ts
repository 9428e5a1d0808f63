import { describe, expect, test } from 'vitest';
import { createBrowserTextStorage } from '#adapters/storage/browser-text-storage.ts';
import { createSharedTextStorage } from '#adapters/storage/memory-text-storage.ts';
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
    const open = () => createBrowserTextStorage(pages.open(), 'localStorage');
    return { tab: open(), other: open() };
  },
});

describe('a storage of the browser', () => {
  /** A tab of a browser that blocks all storage of this site. */
  class BlockedPage extends EventTarget {
    name = '';
    get localStorage(): Storage {
      throw new DOMException('Access is denied', 'SecurityError');
    }
    get sessionStorage(): Storage {
      throw new DOMException('Access is denied', 'SecurityError');
    }
  }

  test('is replaced by memory if it is blocked', () => {
    const storage = createBrowserTextStorage(new BlockedPage(), 'localStorage');
    expect(storage.read('bundle_cart')).toBeNull();
    storage.write('bundle_cart', 'one');
    expect(storage.read('bundle_cart')).toBe('one');
    storage.remove('bundle_cart');
    expect(storage.read('bundle_cart')).toBeNull();
  });

  test('is replaced by the name of the tab if it is blocked, so that the next document of the tab reads it', () => {
    const tab = new BlockedPage();
    const first = createBrowserTextStorage(tab, 'localStorage');
    first.write('bundle_cart', 'one');
    createBrowserTextStorage(tab, 'sessionStorage').write('aff', 'x');
    const second = createBrowserTextStorage(tab, 'localStorage');
    expect(second.read('bundle_cart')).toBe('one');
    expect(second.read('aff')).toBeNull();
    expect(createBrowserTextStorage(tab, 'sessionStorage').read('aff')).toBe('x');
    second.write('bundle_cart', 'two');
    expect(createBrowserTextStorage(tab, 'localStorage').read('bundle_cart')).toBe('two');
  });

  test('does not change the name of a tab while it works, and never one that others have set', () => {
    const page = createStoragePages().open();
    createBrowserTextStorage(page, 'localStorage').write('bundle_cart', 'one');
    expect(page.name).toBe('');
    const named = Object.assign(new BlockedPage(), { name: 'checkout-window' });
    const storage = createBrowserTextStorage(named, 'localStorage');
    storage.write('bundle_cart', 'one');
    expect(named.name).toBe('checkout-window');
    expect(storage.read('bundle_cart')).toBe('one');
  });

  test.each(['meisterhand:{', 'meisterhand:null', 'meisterhand:[1]', 'x'])(
    'ignores the tab name %s',
    (name) => {
      const tab = Object.assign(new BlockedPage(), { name });
      expect(createBrowserTextStorage(tab, 'localStorage').read('bundle_cart')).toBeNull();
    },
  );

  test('keeps its old text if it is full, and this tab reads the new one', () => {
    const page = createStoragePages({ capacity: 12 }).open();
    const storage = createBrowserTextStorage(page, 'localStorage');
    storage.write('aff', 'short');
    storage.write('aff', 'much too long for it');
    expect(storage.read('aff')).toBe('much too long for it');
    expect(page.localStorage.getItem('aff')).toBe('short');
    storage.write('aff', 'fits');
    expect(page.localStorage.getItem('aff')).toBe('fits');
    expect(page.name).toBe('');
    expect(storage.read('aff')).toBe('fits');
  });

  test('reports that another tab has cleared it', async () => {
    const pages = createStoragePages();
    const [page, other] = [pages.open(), pages.open()];
    const storage = createBrowserTextStorage(page, 'localStorage');
    storage.write('bundle_cart', 'one');
    const changes: (string | null)[] = [];
    storage.changes$('bundle_cart').subscribe((text) => changes.push(text));
    other.localStorage.clear();
    expect(changes).toEqual([null]);
  });

  test('ignores the events of the other storage of its window', () => {
    const pages = createStoragePages();
    const [page, other] = [pages.open(), pages.open()];
    const storage = createBrowserTextStorage(page, 'sessionStorage');
    const changes: (string | null)[] = [];
    storage.changes$('aff').subscribe((text) => changes.push(text));
    other.localStorage.setItem('aff', 'x');
    expect(changes).toEqual([]);
  });
});
