import { expect } from 'vitest';
import type { TextStorage } from '#ports/browser/text-storage.ts';
import { eventually } from './eventually.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** The storages of two tabs of one browser. */
export interface TextStorageHarness {
  readonly tab: TextStorage;
  readonly other: TextStorage;
}

function hear(storage: TextStorage, key: string): (string | null)[] {
  const heard: (string | null)[] = [];
  storage.changes$(key).subscribe((text) => heard.push(text));
  return heard;
}

const cases: KitCases<TextStorageHarness> = {
  async 'a text that was never written is null'({ tab }) {
    expect(tab.read('bundle_cart')).toBeNull();
  },
  async 'a written text is read at once, by this tab and the others'({ tab, other }) {
    tab.write('bundle_cart', 'ä€😀\n{"a":1}');
    expect([tab.read('bundle_cart'), other.read('bundle_cart')]).toEqual(['ä€😀\n{"a":1}', 'ä€😀\n{"a":1}']);
    tab.write('bundle_cart', '');
    expect(tab.read('bundle_cart')).toBe('');
  },
  async 'a removed text is null'({ tab, other }) {
    tab.write('aff', 'CODE');
    tab.remove('aff');
    tab.remove('aff');
    expect([tab.read('aff'), other.read('aff')]).toEqual([null, null]);
  },
  async 'a change is reported to other tabs, not to the tab itself'({ tab, other }) {
    const own = hear(tab, 'bundle_cart');
    const others = hear(other, 'bundle_cart');
    tab.write('bundle_cart', 'one');
    await eventually(() => others).toEqual(['one']);
    tab.remove('bundle_cart');
    await eventually(() => others).toEqual(['one', null]);
    expect(own).toEqual([]);
  },
  async 'changes of other keys are not reported, and nothing after unsubscribing'({ tab, other }) {
    const heard: (string | null)[] = [];
    const listening = other.changes$('bundle_cart').subscribe((text) => heard.push(text));
    tab.write('referralCode', 'x');
    tab.write('bundle_cart', 'first');
    await eventually(() => heard).toEqual(['first']);
    listening.unsubscribe();
    const witness = hear(other, 'bundle_cart');
    tab.write('bundle_cart', 'second');
    await eventually(() => witness).toEqual(['second']);
    expect(heard).toEqual(['first']);
  },
};

/** Registers the conformance tests of `ports/browser/text-storage.ts` for one adapter. */
export const describeTextStoragePort = (adapter: Tested<TextStorageHarness>) =>
  runKit('TextStorage', cases, adapter);
