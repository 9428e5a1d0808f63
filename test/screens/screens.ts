import { type BrowserContext, expect, type Page } from '@playwright/test';
import { totpCode } from '#server/operations/team/totp.ts';
import { readBase32 } from '#test/support/read-base32.ts';
import type { FilledShop } from './fill-shop.ts';

/** A filled shop, and the output of its start. */
export interface ShownShop extends FilledShop {
  readonly output: string;
}

/** One picture of `docs/screens`. */
export interface Screen {
  /** Name of the file, without its ending. */
  readonly name: string;
  /** Of the window, in CSS pixels. */
  readonly width: 390 | 680 | 1366;
  readonly language: 'de' | 'en';
  readonly isDark?: boolean;
  /** Whether the picture shows the whole page instead of the window. */
  readonly isWhole?: boolean;
  /** Opens what the picture shows. */
  open(page: Page, shop: ShownShop): Promise<void>;
}

const desktop = (name: string, language: 'de' | 'en', open: Screen['open']): Screen => ({
  name: `${name}-desktop-${language}`,
  width: 1366,
  language,
  open,
});

const phone = (name: string, language: 'de' | 'en', open: Screen['open']): Screen => ({
  name: `${name}-phone-${language}`,
  width: 390,
  language,
  open,
});

const goTo = (path: string) => async (page: Page) => {
  await page.goto(path);
};

export const screens: readonly Screen[] = [
  desktop('home', 'de', goTo('/de')),
  desktop('courses', 'en', goTo('/en/kurse')),
  desktop('course', 'en', goTo('/en/kurse/clara-schumann')),
  phone('course', 'de', goTo('/de/kurse/maria-sibylla-merian')),
  phone('masterpass', 'en', goTo('/en/masterpass')),
  desktop('gift-box', 'de', goTo('/de/geschenkboxen/zeichentisch')),
  desktop('voucher', 'de', async (page) => {
    await page.goto('/de/geschenke/gutschein-50');
    await page.getByLabel('Name der beschenkten Person').fill('Oma Lindner');
  }),
  desktop('search', 'de', goTo('/de/suche?q=klavier')),
  desktop('tv', 'de', goTo('/de/tv')),
  desktop('cart', 'en', async (page) => {
    await fillCart(page);
    await page.goto('/en/warenkorb');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }),
  desktop('checkout', 'en', async (page) => {
    await fillCart(page);
    await page.goto('/en/checkout/shop?dialog=address');
    await page.getByRole('heading', { level: 1 }).waitFor();
  }),
  desktop('login', 'de', goTo('/de/auth/login')),
  desktop('profile', 'de', async (page) => {
    await logIn(page);
    await page.getByRole('heading', { level: 1, name: 'Meine Kurse' }).waitFor();
    await closeNotice(page);
  }),
  desktop('lesson', 'de', async (page) => {
    await page.goto('/de/kurse/clara-schumann/lektion/schumann-eine-taste');
    const film = page.locator('video').first();
    await film.waitFor();
    await film.evaluate((video: HTMLVideoElement) => {
      video.muted = true;
      video.currentTime = 8;
    });
  }),
  mail('mail-code-dark-de', { width: 390, recipient: 'code', isDark: true }),
  mail('mail-membership-desktop-en', { width: 680, recipient: 'membership', isWhole: true }),
  mail('mail-shipped-phone-de', { width: 390, recipient: 'shipped', isWhole: true }),
  desktop('back-office-start', 'de', openBackOffice),
  desktop('back-office-order', 'de', async (page, shop) => {
    await openBackOffice(page, shop);
    await page.goto('/verwaltung/orders');
    await page.getByRole('link', { name: shop.order }).first().click();
    await page.getByRole('heading', { level: 1, name: shop.order }).waitFor();
  }),
];

async function fillCart(page: Page): Promise<void> {
  await page.goto('/en/kurse/clara-schumann');
  await page.getByRole('button', { name: 'Add to cart' }).first().click();
  await page.getByRole('button', { name: /^Cart, 1/ }).waitFor();
}

async function logIn(page: Page): Promise<void> {
  await page.goto('/de/auth/login');
  await page.getByLabel('E-Mail-Adresse').fill('lernende@meisterhand.example');
  await page.getByLabel('Passwort', { exact: true }).fill('meisterhand-demo');
  await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click();
}

/** Closes the message that a login shows. */
async function closeNotice(page: Page): Promise<void> {
  const close = page.getByRole('button', { name: 'Hinweis schließen' });
  if (await close.isVisible()) await close.click();
}

/** The session of the demo's owner, because each code of an authenticator is valid for one login. */
let session: Parameters<BrowserContext['addCookies']>[0] = [];

/** Opens the back office as the demo's owner, whose authenticator secret the start has printed. */
async function openBackOffice(page: Page, { output }: ShownShop): Promise<void> {
  await page.context().addCookies([...session]);
  await page.goto('/verwaltung');
  if (session.length === 0) {
    const [, secret = ''] = /authenticator secret ([A-Z2-7]+)/.exec(output) ?? [];
    await page.getByLabel('E-Mail-Adresse').fill('inhaberin@meisterhand.example');
    await page.getByLabel('Passwort', { exact: true }).fill('meisterhand-demo');
    await page.getByLabel('Code', { exact: true }).fill(totpCode(readBase32(secret), Date.now()));
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  }
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('navigation').first().waitFor();
  session = await page.context().cookies();
}

interface MailScreen extends Pick<Screen, 'width' | 'isDark' | 'isWhole'> {
  readonly recipient: keyof FilledShop['mails'];
}

/** Creates a screen of the newest mail to an address, from the demo's mailbox. */
function mail(name: string, { recipient, ...screen }: MailScreen): Screen {
  return {
    name,
    language: name.endsWith('-en') ? 'en' : 'de',
    ...screen,
    async open(page, { mails }) {
      const entry = page.getByRole('listitem').filter({ hasText: mails[recipient] });
      await expect(async () => {
        await page.goto('/dev/mail');
        expect(await entry.count()).toBeGreaterThan(0);
      }).toPass({ timeout: 120_000 });
      await entry.first().getByRole('link').first().click();
    },
  };
}
