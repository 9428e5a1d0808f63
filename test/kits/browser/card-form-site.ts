import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Frame, type Locator, type Page } from 'playwright';
import { build } from 'vite';
import type { CardFieldName } from '#core/rules/payments/card-fields.ts';
import type { BrowserSettings } from '#ports/modules.ts';
import type { CardFormHarness } from '#test/kits/card-form-harness.ts';
import type { CardFormPage } from './card-form-page.ts';

const labels: Readonly<Record<CardFieldName, string>> = {
  cardholderName: 'Name auf der Karte',
  number: 'Kartennummer',
  expirationDate: 'Gültig bis',
  cvv: 'Prüfziffer',
};

/** The browser half of a payment module, and the page in which it is tested. */
interface SiteParts {
  /** A file whose default export is an `OpenCardTokenizer`. */
  readonly browser: URL;
  readonly settings?: BrowserSettings;
  /** Returns the directives of the content security policy that a provider's origin requires. */
  readonly policy: (providerUrl: string) => string;
  /** Path of a Chromium; absent: `CHROMIUM_PATH`, or Playwright's own. */
  readonly executablePath?: string;
}

/**
 * Opens the adapter's card form in a real browser on a page like the shop's: with a strict content security
 * policy and a form with four containers, of which a tokenizer with a single frame gets the first.
 */
export interface CardFormSite {
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

/** Bundles the browser half with the functions that tests call in the page. */
async function bundle({ browser, settings = {} }: SiteParts): Promise<string> {
  const entry = 'virtual:card-form';
  const file = fileURLToPath(browser);
  const offer = fileURLToPath(new URL(`./card-form-page${extname(import.meta.url)}`, import.meta.url));
  const built = await build({
    configFile: false,
    root: dirname(file),
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'card-form',
        // Vite turns the entry into a path below the root.
        resolveId: (id) => (id.endsWith(entry) ? `\0${entry}` : null),
        load: (id) =>
          id === `\0${entry}`
            ? `import open from ${JSON.stringify(file)};
import { offerCardForm } from ${JSON.stringify(offer)};
offerCardForm((limits) => open({ ...${JSON.stringify(settings)}, ...limits }, { window }));`
            : null,
      },
    ],
    build: {
      write: false,
      minify: false,
      // A single script, because the page contains it inline.
      rolldownOptions: { output: { codeSplitting: false } },
      lib: { entry, formats: ['es'], fileName: 'card-form' },
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
export async function startCardFormSite(parts: SiteParts): Promise<CardFormSite> {
  const { policy, executablePath = process.env.CHROMIUM_PATH } = parts;
  const html = pageHtml((await bundle(parts)).replaceAll('</script', '<\\/script'));
  let gatewayUrl = '';
  const server = createServer((_, response) => {
    response.setHeader('content-security-policy', `default-src 'none'; ${policy(gatewayUrl)}`);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const browser: Browser = await chromium.launch({
    ...(executablePath === undefined ? {} : { executablePath }),
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
          inPage(
            page.evaluate(([token, given]) => window.cardForm.mount(token, given), [
              clientToken,
              limits,
            ] as const),
          ),
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Removes the lines of the page's script from an error, because vitest looks for their files on the disk. */
async function inPage<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw new Error(error instanceof Error ? error.message.replace(/\n +at [\s\S]*/, '') : String(error));
  }
}

/** Members of a harness that need only the page. */
type PageHarness = Pick<
  CardFormHarness,
  | 'layout'
  | 'filled'
  | 'continueAction'
  | 'focus'
  | 'state'
  | 'describeError'
  | 'tokenize'
  | 'pressEnter'
  | 'showWallets'
  | 'teardown'
  | 'elements'
  | 'setOutage'
  | 'repeatMessages'
  | 'stored'
  | 'exposed'
  | 'leftovers'
>;

/**
 * Returns the part of a harness that is the same for every provider. `provider` matches the addresses of the provider,
 * which cannot be reached during an outage.
 */
export function pageHarness(form: OpenCardForm, provider: string | RegExp): PageHarness {
  const { page, context } = form;
  const logs: string[] = [];
  page.on('console', (message) => logs.push(message.text()));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.frame() === page.mainFrame()) sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  return {
    layout: () => inPage(page.evaluate(() => window.cardForm.layout())),
    filled: () => page.locator('.field:not(:empty)').count(),
    continueAction: (data) => inPage(page.evaluate((given) => window.cardForm.continueAction(given), data)),
    focus: (field) => inPage(page.evaluate((name) => window.cardForm.focus(name), field)),
    async state(matches) {
      for (let tries = 0; ; tries += 1) {
        const state = await inPage(page.evaluate(() => window.cardForm.state()));
        if (matches(state) || tries === 100) return state;
        await page.evaluate(() => new Promise(requestAnimationFrame));
      }
    },
    describeError: (field, message) =>
      inPage(
        page.evaluate(([name, text]) => window.cardForm.describeError(name, text), [field, message] as const),
      ),
    tokenize: () => inPage(page.evaluate(() => window.cardForm.tokenize())),
    async pressEnter(field) {
      await form.input(field).press('Enter');
      await page.waitForFunction(() => window.cardForm.submissions() > 0);
      return page.evaluate(() => window.cardForm.submissions());
    },
    showWallets: () => inPage(page.evaluate(() => window.cardForm.showWallets())),
    teardown: () => inPage(page.evaluate(() => window.cardForm.teardown())),
    elements: () => page.locator('.field > *').count(),
    repeatMessages: () => page.evaluate(() => window.cardForm.repeatMessages()),
    stored: async () => [await page.evaluate(() => window.cardForm.stored()), ...logs].join('\n'),
    exposed: async () => [await page.evaluate(() => window.cardForm.exposed()), ...logs, ...sent].join('\n'),
    leftovers: () => page.evaluate(() => window.cardForm.leftovers()),
    async setOutage(isOut) {
      if (isOut) await context.route(provider, (route) => route.abort('connectionfailed'));
      else await context.unroute(provider);
    },
  };
}
