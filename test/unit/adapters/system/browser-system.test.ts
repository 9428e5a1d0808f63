import { createBrowserNavigation } from '#adapters/system/browser-navigation.ts';
import { createBroadcastTabs, createMemoryTabLock, createWebTabLock } from '#adapters/system/browser-tabs.ts';
import { createJwtTokenReader } from '#adapters/system/jwt-token-reader.ts';
import { createLineErrorReporting } from '#adapters/system/line-error-reporting.ts';
import { createRandomIds } from '#adapters/system/random-ids.ts';
import { createSystemClock, createSystemTimers } from '#adapters/system/system-clock.ts';
import { describeClockPort } from '#test/kits/clock-kit.ts';
import { describeErrorReportingPort } from '#test/kits/error-reporting-kit.ts';
import { describeIdsPort } from '#test/kits/ids-kit.ts';
import { describeNavigationPort } from '#test/kits/navigation-kit.ts';
import { describeTabBroadcastPort } from '#test/kits/tab-broadcast-kit.ts';
import { describeTabLockPort } from '#test/kits/tab-lock-kit.ts';
import { describeTimersPort } from '#test/kits/timers-kit.ts';
import { describeTokenReaderPort } from '#test/kits/token-reader-kit.ts';
import { createManualTime } from '#test/support/manual-time.ts';
import { createMemoryErrorReporting } from '#test/support/memory-error-reporting.ts';
import { createMemoryNavigation } from '#test/support/memory-navigation.ts';
import { testStart } from '#test/support/memory-shop-facts.ts';
import { createTabBroadcastHub } from '#test/support/memory-tab-broadcast.ts';
import { createSequentialIds } from '#test/support/sequential-ids.ts';

describeClockPort({ name: 'system', create: async () => createSystemClock() });
describeClockPort({ name: 'manual', create: async () => createManualTime(testStart).clock });

describeTimersPort({
  name: 'system',
  create: async () => ({
    timers: createSystemTimers(),
    pass: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  }),
});
describeTimersPort({
  name: 'manual',
  async create() {
    const { timers, advance } = createManualTime(testStart);
    return { timers, pass: async (milliseconds) => advance(milliseconds) };
  },
});

describeIdsPort({ name: 'random', create: async () => createRandomIds(globalThis.crypto) });
describeIdsPort({
  name: 'sequential',
  create: async () => createSequentialIds(),
  skip: [{ test: 'random ids do not follow a sequence', reason: 'A test has to be able to name them.' }],
});

const page = { path: '/de/kurse', query: 'seite=2' };

describeNavigationPort({
  name: 'memory',
  async create() {
    const navigation = createMemoryNavigation(page);
    return { navigation, visits: async () => navigation.visits };
  },
});
describeNavigationPort({
  name: 'browser',
  async create() {
    const visits: string[] = [];
    const location = {
      origin: 'https://shop.example',
      pathname: page.path,
      search: `?${page.query}`,
      assign: (url: string | URL) => visits.push(String(url)),
      reload: () => visits.push(`${page.path}?${page.query}`),
    };
    return { navigation: createBrowserNavigation(location, location), visits: async () => visits };
  },
});

describeErrorReportingPort({
  name: 'memory',
  async create() {
    const reporting = createMemoryErrorReporting();
    return { reporting, reported: async () => reporting.lines };
  },
});
describeErrorReportingPort({
  name: 'lines',
  async create() {
    const lines: string[] = [];
    const write = (line: string, error?: unknown) => lines.push(`${line} ${String(error)}`);
    return { reporting: createLineErrorReporting(write), reported: async () => lines };
  },
});

describeTabLockPort({
  name: 'memory',
  async create() {
    const lock = createMemoryTabLock();
    return { tab: lock, other: lock };
  },
});
describeTabLockPort({
  name: 'web',
  // The Web Locks of Node work like those of browsers, across threads instead of tabs.
  create: async () => ({ tab: createWebTabLock(navigator.locks), other: createWebTabLock(navigator.locks) }),
});

describeTabBroadcastPort({
  name: 'memory',
  async create() {
    const hub = createTabBroadcastHub();
    return { tab: hub.openTab(), other: hub.openTab(), dispose() {} };
  },
});
describeTabBroadcastPort({
  name: 'broadcast channel',
  async create() {
    const channels = [new BroadcastChannel('kit'), new BroadcastChannel('kit')] as const;
    return {
      tab: createBroadcastTabs(channels[0]),
      other: createBroadcastTabs(channels[1]),
      dispose() {
        for (const channel of channels) channel.close();
      },
    };
  },
});

describeTokenReaderPort({ name: 'jwt', create: async () => createJwtTokenReader() });
