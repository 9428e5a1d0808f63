import { expect } from 'vitest';
import { type TabMessage, tabMessages } from '#core/model/tab-message.ts';
import type { TabBroadcast } from '#ports/browser/tabs.ts';
import { eventually } from './eventually.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** The adapters of two tabs of one browser. */
export interface TabBroadcastHarness {
  readonly tab: TabBroadcast;
  readonly other: TabBroadcast;
  dispose(): void;
}

function hear(tab: TabBroadcast): TabMessage[] {
  const heard: TabMessage[] = [];
  tab.messages$.subscribe((message) => heard.push(message));
  return heard;
}

const cases: KitCases<TabBroadcastHarness> = {
  async 'delivers every message to the other tabs in the order of sending, and never to the sender'({
    tab,
    other,
  }) {
    const own = hear(tab);
    const others = hear(other);
    const sent = [...tabMessages, ...tabMessages.toReversed()];
    for (const message of sent) tab.send(message);
    await eventually(() => others).toEqual(sent);
    expect(own).toEqual([]);
  },
  async 'reaches all listeners of a tab, but none that has unsubscribed'({ tab, other }) {
    const staying = hear(other);
    const left: TabMessage[] = [];
    other.messages$.subscribe((message) => left.push(message)).unsubscribe();
    const again = hear(other);
    tab.send('session_ended');
    await eventually(() => [staying, again]).toEqual([['session_ended'], ['session_ended']]);
    expect(left).toEqual([]);
  },
};

/** Registers the conformance tests of `TabBroadcast` in `ports/browser/tabs.ts` for one adapter. */
export const describeTabBroadcastPort = (adapter: Tested<TabBroadcastHarness>) =>
  runKit('TabBroadcast', cases, adapter);
