import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Context, Hono } from 'hono';
import type { Locale } from 'meisterhand/model';
import type { ServerIds } from 'meisterhand/ports';
import type { CardFieldName } from 'meisterhand/rules';
import { cardFieldNames } from '../frame-messages.ts';
import { actionPage } from './action-page.ts';
import { type Challenges, challengeTexts } from './challenges.ts';
import { challengePage, fieldPage, indexPage } from './frame-pages.ts';
import type { Ledger } from './ledger.ts';
import { walletPage } from './wallet-page.ts';
import { isWalletKind } from './wallets.ts';

/** The origins of pages that may embed the gateway's frames. */
export type ShopOrigins = '*' | readonly string[];

const loopbackHosts = ['localhost', '127.0.0.1'];

/**
 * Returns the origin of the embedding page if it may embed frames, otherwise null. `*` allows only this
 * machine: any port of localhost or 127.0.0.1, with http or https.
 */
function admitOrigin(requested: string, allowed: ShopOrigins): string | null {
  if (!URL.canParse(requested)) return null;
  const { protocol, origin, hostname } = new URL(requested);
  // Only the normalised form of the origin is accepted, because it is written into a policy header.
  if (origin !== requested || (protocol !== 'http:' && protocol !== 'https:')) return null;
  const isAdmitted = allowed === '*' ? loopbackHosts.includes(hostname) : allowed.includes(origin);
  return isAdmitted ? origin : null;
}

/** A file that the frames load in addition to their page. */
interface FrameFile {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly type: string;
}

interface FrameFiles {
  /** Changes with the content of the files, so that browsers can cache them forever. */
  readonly version: string;
  find(name: string): FrameFile | null;
}

const fonts = ['inter-latin-opsz-normal.woff2', 'inter-latin-ext-opsz-normal.woff2'];

let builtFiles: Promise<FrameFiles> | null = null;

/**
 * Returns the files that the frames load. They are built once per process, when the first page is requested.
 */
export function frameFiles(): Promise<FrameFiles> {
  builtFiles ??= buildFrameFiles();
  return builtFiles;
}

/**
 * Bundles the scripts of the frames (`browser/field.ts`, `challenge.ts`, `wallet.ts` and `action.ts`) and reads the
 * shop's fonts.
 */
async function buildFrameFiles(): Promise<FrameFiles> {
  const files = new Map<string, FrameFile>();
  for (const [name, script] of await bundleScripts()) {
    files.set(name, { body: new TextEncoder().encode(script), type: 'text/javascript; charset=utf-8' });
  }
  for (const name of fonts) {
    const path = fileURLToPath(import.meta.resolve(`@fontsource-variable/inter/files/${name}`));
    files.set(name, { body: new Uint8Array(await readFile(path)), type: 'font/woff2' });
  }
  const hash = createHash('sha256');
  for (const [name, { body }] of files) hash.update(name).update(body);
  const version = hash.digest('base64url').slice(0, 16);
  return { version, find: (name) => files.get(name) ?? null };
}

async function bundleScripts(): Promise<ReadonlyMap<string, string>> {
  // Imported only here, so that a gateway that serves no pages starts without Vite.
  const { build } = await import('vite');
  const root = join(import.meta.dirname, 'browser');
  const names = '[name].js';
  const built = await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: [
          join(root, 'field.ts'),
          join(root, 'challenge.ts'),
          join(root, 'wallet.ts'),
          join(root, 'action.ts'),
        ],
        output: { entryFileNames: names, chunkFileNames: names },
      },
    },
  });
  if (Array.isArray(built) || !('output' in built)) throw new Error('Vite built no single bundle');
  return new Map(
    built.output.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file.code] as const] : [])),
  );
}

interface FramesDeps {
  readonly ledger: Pick<Ledger, 'findAction'>;
  readonly challenges: Challenges;
  readonly ids: Pick<ServerIds, 'token'>;
  readonly shopOrigins: ShopOrigins;
}

/**
 * Sets strict headers: a page may use only its own style and script, and only the named origins may embed it.
 */
function secure(context: Context, nonce: string, ancestors: string): void {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${ancestors}`,
    "require-trusted-types-for 'script'",
  ];
  context.header('content-security-policy', policy.join('; '));
  context.header('cache-control', 'no-store');
  context.header('referrer-policy', 'no-referrer');
}

function isLocale(text: string | undefined): text is Locale {
  return text === 'de' || text === 'en';
}

function isCardField(name: string | undefined): name is CardFieldName {
  return cardFieldNames.some((field) => field === name);
}

/** Shows the bank's page of an action as a standalone page, to which the shop redirects the browser. */
async function showAction(
  context: Context,
  {
    ledger,
    ids,
    filesFolder,
  }: Pick<FramesDeps, 'ledger' | 'ids'> & { readonly filesFolder: () => Promise<string> },
): Promise<Response> {
  const found = ledger.findAction(context.req.param('id') ?? '');
  if (found === null) return context.notFound();
  const lang = context.req.query('lang') === 'en' ? 'en' : 'de';
  const nonce = ids.token(16);
  secure(context, nonce, "'none'");
  const settings = { return_url: found.action.return_url };
  return context.html(actionPage({ lang, nonce, files: await filesFolder(), settings, ...found }));
}

/** Creates the pages and scripts that browsers load from the gateway. */
export function createFrames({ ledger, challenges, ids, shopOrigins }: FramesDeps): Hono {
  const app = new Hono();
  const filesFolder = async () => `/frames/files/${(await frameFiles()).version}`;

  /** Reads the query of a frame: language, session id of the card form, origin of the embedding page. */
  function frameQuery(context: Context) {
    const { lang, session = '', origin = '' } = context.req.query();
    const page_origin = admitOrigin(origin, shopOrigins);
    if (page_origin === null || !isLocale(lang) || !/^[\w-]{16,64}$/.test(session)) return null;
    return { lang, settings: { session, page_origin } };
  }

  app.get('/', async (context) => {
    const nonce = ids.token(16);
    secure(context, nonce, "'none'");
    return context.html(indexPage({ nonce, files: await filesFolder() }));
  });

  app.get('/frames/field', async (context) => {
    const field = context.req.query('field');
    const query = frameQuery(context);
    if (query === null || !isCardField(field)) return context.notFound();
    const nonce = ids.token(16);
    secure(context, nonce, query.settings.page_origin);
    const settings = { ...query.settings, field };
    return context.html(fieldPage({ field, lang: query.lang, nonce, files: await filesFolder(), settings }));
  });

  app.get('/frames/challenge', async (context) => {
    const challenge_id = context.req.query('challenge') ?? '';
    const challenge = challenges.find(challenge_id);
    const query = frameQuery(context);
    if (query === null || challenge === null) return context.notFound();
    const { lang, settings } = query;
    const nonce = ids.token(16);
    secure(context, nonce, settings.page_origin);
    const { card, amount } = challenge;
    return context.html(
      challengePage({
        lang,
        nonce,
        files: await filesFolder(),
        settings: { ...settings, challenge_id, wrong_code: challengeTexts[lang].wrong_code },
        shop: new URL(settings.page_origin).hostname,
        amount,
        last_four: card.last_four ?? '',
        isHopeless: card.behaviour === 'challenge_fails',
      }),
    );
  });

  app.get('/frames/action', async (context) => {
    const found = ledger.findAction(context.req.query('transaction') ?? '');
    const query = frameQuery(context);
    if (query === null || found === null) return context.notFound();
    const { lang, settings } = query;
    const nonce = ids.token(16);
    secure(context, nonce, settings.page_origin);
    const inFrame = { ...settings, return_url: null };
    return context.html(actionPage({ lang, nonce, files: await filesFolder(), settings: inFrame, ...found }));
  });

  app.get('/actions/:id', (context) => showAction(context, { ledger, ids, filesFolder }));

  // Opened as a window or a frame, depending on the wallet.
  app.get('/frames/wallet', async (context) => {
    const wallet = context.req.query('wallet');
    const query = frameQuery(context);
    if (query === null || !isWalletKind(wallet)) return context.notFound();
    const { lang, settings } = query;
    const nonce = ids.token(16);
    secure(context, nonce, settings.page_origin);
    // A new address each time, because a guest must not use the address of an account.
    const email = `karla-${ids
      .token(8)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, '')}@meisterhand.example`;
    return context.html(walletPage({ lang, nonce, files: await filesFolder(), settings, wallet, email }));
  });

  app.get('/frames/files/:version/:name', async (context) => {
    const files = await frameFiles();
    const file = files.find(context.req.param('name'));
    if (file === null || context.req.param('version') !== files.version) return context.notFound();
    context.header('content-type', file.type);
    context.header('cache-control', 'public, max-age=31536000, immutable');
    return context.body(file.body);
  });

  return app;
}
