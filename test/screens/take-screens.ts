import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { findBrowser } from '#test/e2e/support/find-browser.ts';
import { startShop } from '#test/e2e/support/start-shop.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { fillShop } from './fill-shop.ts';
import { type Screen, screens } from './screens.ts';

/**
 * Takes the pictures of `docs/screens` from a demo shop of its own: `npm run screens`, or `npm run screens -- home
 * course-phone-de` for those whose names begin so.
 */
const folder = join(projectRoot, 'docs/screens');
const dataDir = join(tmpdir(), `meisterhand-screens-${process.pid}`);
const wanted = process.argv.slice(2);
const chosen = screens.filter(
  ({ name }) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)),
);

const place = { port: await reservePort(), sandboxPort: await reservePort(), dataDir };
const site = `http://localhost:${place.port}`;
const shop = await startShop({ ...place, environment: { GA4_ID: '', GTM_ID: '', META_PIXEL_ID: '' } });
const executablePath = findBrowser();
const browser = await chromium.launch({
  ...(executablePath === null ? {} : { executablePath }),
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
try {
  const filled = await fillShop(site, place);
  for (const screen of chosen) {
    await takeScreen(browser, screen);
    console.log(`docs/screens/${screen.name}.webp`);
  }

  /** Opens the screen in a browser of its own, and writes a picture of the window or of the whole page. */
  async function takeScreen(on: Browser, { name, width, language, isDark, isWhole, open }: Screen) {
    const context = await on.newContext({
      baseURL: site,
      locale: language === 'de' ? 'de-DE' : 'en-GB',
      viewport: { width, height: width < 700 ? 844 : 900 },
      colorScheme: isDark ? 'dark' : 'light',
      // Nothing moves, so two runs give the same picture.
      reducedMotion: 'reduce',
      isMobile: width < 700,
      hasTouch: width < 700,
      serviceWorkers: 'block',
    });
    await context.addCookies([{ name: 'CookieConsent', value: filled.consent, url: site }]);
    const page = await context.newPage();
    await open(page, { ...filled, output: shop.output() });
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    const picture = await page.screenshot({ fullPage: isWhole === true });
    await sharp(picture)
      .webp({ quality: 82 })
      .toFile(join(folder, `${name}.webp`));
    await context.close();
  }
} finally {
  await browser.close();
  await shop.stop('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}
