import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Frame, Locator, Page } from 'playwright';
import { chromium } from 'playwright';
import { build } from 'vite';
import type { CardFieldName } from '#core/rules/payment.ts';
import { projectRoot } from '#server/files/project-root.ts';
import { findOrBringBrowser } from '#test/e2e/support/find-browser.ts';
import type { CardFormPage } from './card-form-page.ts';

const labels: Readonly<Record<CardFieldName, string>> = {
  cardholderName: 'Name auf der Karte',
  number: 'Kartennummer',
  expirationDate: 'Gültig bis',
  cvv: 'Prüfziffer',
};

/** The script and the content security policy of a test page. */
interface SiteParts {
  /** The script of the page: a file in this folder, without its extension. */
  readonly script: 'sandbox-card-form' | 'braintree-card-form';
  /** Returns the directives of the content security policy that a gateway's origin requires. */
  readonly policy: (gatewayUrl: string) => string;
}

/**
 * Opens the adapter's card form in a real browser on a page like the shop's: with a strict content security
 * policy and a form with four containers.
 */
interface CardFormSite {
  /** Opens a page. `prepare` is called with the browser context before that. */
  open(
    gateway: { readonly url: string },
    prepare?: (context: BrowserContext) => Promise<void>,
  ): Promise<OpenCardForm>;
  close(): Promise<void>;
}

export interface OpenCardForm {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Returns the input inside a field's iframe. */
  input(field: CardFieldName): Locator;
  /**
   * Returns the error that a screen reader reads for a field, or null while the input is not marked invalid.
   */
  readError(field: CardFieldName): Promise<string | null>;
  /** Waits until the page of the card issuer is shown and returns its frame. */
  challenge(): Promise<Frame>;
  mount(clientToken: string, limits?: object): ReturnType<CardFormPage['mount']>;
}

/**
 * Presses Escape without waiting for the result: the key press may remove the focused frame, and then the
 * browser never confirms it.
 */
export function pressEscape(page: Page): void {
  page.keyboard.press('Escape').catch(() => {});
}

async function bundle(script: SiteParts['script']): Promise<string> {
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      // A single script, because the page contains it inline.
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry: join(import.meta.dirname, `${script}.ts`), formats: ['es'], fileName: 'card-form' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error('The card form could not be bundled');
  return chunk.code;
}

function pageHtml(script: string): string {
  const containers = Object.keys(labels).map((id) => `<div class="field" id="${id}"></div>`);
  return `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Kasse</title>
<style nonce="page">.field { height: 48px; margin: 8px; border: 1px solid; } body { height: 200vh; }</style></head>
<body><main><h1>Kasse</h1><form>${containers.join('')}<button>Weiter</button></form></main>
<script type="module" nonce="page">${script}</script></body></html>`;
}

/**
 * Builds the page once and starts one browser. Each opened form has its own browser context, like a new
 * shopper.
 */
export async function startCardFormSite({ script, policy }: SiteParts): Promise<CardFormSite> {
  const html = pageHtml((await bundle(script)).replaceAll('</script', '<\\/script'));
  let gatewayUrl = '';
  const server = createServer((_, response) => {
    response.setHeader('content-security-policy', `default-src 'none'; ${policy(gatewayUrl)}`);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser: Browser = await chromium.launch({
    executablePath: findOrBringBrowser(projectRoot),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-quic',
    ],
  });

  return {
    async open(gateway, prepare = async () => {}) {
      gatewayUrl = gateway.url;
      const context = await browser.newContext();
      await prepare(context);
      const page = await context.newPage();
      // The page uses localhost and the gateway 127.0.0.1, because a shop and its payment provider are
      // different sites.
      await page.goto(`http://localhost:${port}/`);
      const input = (field: CardFieldName) =>
        page.frameLocator(`iframe[title="${labels[field]}"]`).getByRole('textbox');
      return {
        page,
        context,
        input,
        readError: (field) =>
          input(field).evaluate((element) => {
            if (element.getAttribute('aria-invalid') !== 'true') return null;
            const id = element.getAttribute('aria-describedby') ?? '';
            return document.getElementById(id)?.textContent ?? '';
          }),
        async challenge() {
          const dialog = page.getByRole('dialog', { name: 'Zahlung bestätigen' });
          const handle = await dialog.locator('iframe').elementHandle();
          const frame = await handle?.contentFrame();
          if (frame === null || frame === undefined) throw new Error('The challenge has no frame');
          // The adapter focuses this input after the script of the issuer's page is ready.
          await frame.waitForFunction(() => document.activeElement?.id === 'code');
          return frame;
        },
        mount: (clientToken, limits = {}) =>
          page.evaluate(([token, given]) => window.cardForm.mount(token, given), [
            clientToken,
            limits,
          ] as const),
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
