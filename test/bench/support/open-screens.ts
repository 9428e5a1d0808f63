import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '#test/e2e/support/find-browser.ts';
import { removeData, startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';

/** The main pages; their addresses begin with the URL of the shop. */
export const screens = [
  { name: 'home', path: '/de' },
  { name: 'course list', path: '/de/kurse' },
  { name: 'course page', path: '/de/kurse/albrecht-duerer' },
] as const;

export type Screen = (typeof screens)[number];

/** The built shop as `npm start` runs it, and a browser. */
export interface Screens {
  readonly browser: Browser;
  readonly debuggingPort: number;
  addressOf(screen: Screen): string;
  close(): Promise<void>;
}

/** Starts the shop and a browser. Throws if there is no Chromium. */
export async function openScreens(): Promise<Screens> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error('No Chromium was found: set CHROMIUM_PATH.');
  const [port, sandboxPort] = [await reservePort(), await reservePort()];
  const debuggingPort = await reservePort();
  const dataDir = mkdtempSync(join(tmpdir(), 'meisterhand-screens-'));
  const shop = await startShop({ port, sandboxPort, dataDir });
  const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({
    executablePath,
    args: [`--remote-debugging-port=${debuggingPort}`, ...rootFlags],
  });
  return {
    browser,
    debuggingPort,
    addressOf: ({ path }) => `http://localhost:${port}${path}`,
    async close() {
      await browser.close();
      await shop.stop('SIGTERM');
      removeData(dataDir);
    },
  };
}
