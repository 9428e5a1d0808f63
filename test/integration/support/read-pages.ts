import { type ServerBuild, UNSAFE_withComponentProps } from 'react-router';
import { readForms } from '#app/pages/page-forms.ts';
import { createWebRequests } from '#app/pages/request-shop.ts';
import { createWebHandlers } from '#app/pages/web-handler.ts';
import { cardsOnly } from '#core/rules/payments/payment-rules.ts';
import { noAnalytics } from '#core/rules/tracking/analytics-pages.ts';
import { openApplication } from '#test/support/open-application.ts';
import * as entry from '#ui/entry.server.tsx';
import routes from '#ui/routes.ts';
import { password, register, type Shopper } from './shoppers.ts';
import type { TestShop } from './test-shop.ts';

type RouteEntry = (typeof routes)[number];
type RouteModule = ServerBuild['routes'][string] extends infer Entry
  ? Entry extends { readonly module: infer Module }
    ? Module
    : never
  : never;

const modules = import.meta.glob<RouteModule>('/src/ui/**/{*-route,root}.tsx');

/** Renders the pages of a test shop in this process, with the sources as they are. */
export async function openTestPages(shop: TestShop) {
  const { siteUrl } = shop.context.settings;
  const build = await createBuild();
  const { render, renderShared } = createWebHandlers({
    build,
    openWebRequest: createWebRequests({
      apiFetch: { fetch: (request, visitor) => shop.api.fetch(request, visitor) },
      config: { siteUrl },
      payment: cardsOnly,
      analytics: noAnalytics,
      log: shop.context.log,
    }),
    payment: {},
    analytics: {},
    isDevelopment: false,
  });
  const application = openApplication({
    web: readForms(render, siteUrl),
    clientAddressHeader: 'X-Client',
    log: shop.context.log,
    newRequestId: shop.context.ids.uuid,
  });
  let visitors = 0;

  /** Opens a browser without JavaScript. It keeps cookies, and does not follow redirects. */
  function openBrowser(address = `visitor-${++visitors}`) {
    const jar = new Map<string, { readonly value: string; readonly path: string }>();

    async function request(path: string, init: RequestInit = {}): Promise<Response> {
      const headers = new Headers(init.headers);
      const cookies = [...jar].filter(([, cookie]) => path.startsWith(cookie.path));
      if (cookies.length > 0)
        headers.set('Cookie', cookies.map(([name, { value }]) => `${name}=${value}`).join('; '));
      headers.set('X-Client', address);
      const response = await application.request(`${siteUrl}${path}`, { ...init, headers });
      for (const header of response.headers.getSetCookie()) {
        const [pair = '', ...attributes] = header.split('; ');
        const [name = '', value = ''] = pair.split(/=(.*)/s);
        const cookiePath = attributes.find((attribute) => attribute.startsWith('Path='))?.slice(5) ?? '/';
        if (attributes.includes('Max-Age=0')) jar.delete(name);
        else jar.set(name, { value, path: cookiePath });
      }
      return response;
    }

    return {
      jar,
      get: (path: string) => request(path),
      /** Posts fields like a form of the same site. */
      post: (path: string, fields: Readonly<Record<string, string>>, headers: Record<string, string> = {}) =>
        request(path, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers: { 'Sec-Fetch-Site': 'same-origin', Origin: siteUrl, ...headers },
        }),
      send: request,
    };
  }

  /** Opens a browser and logs in, by default as a new user. */
  async function openLearner(shopper?: Shopper) {
    const { id, email } = shopper ?? (await register(shop));
    const browser = openBrowser();
    await browser.post('/de/auth/login', { form: 'login', email, password });
    return { id, email, ...browser };
  }

  return { renderShared, openBrowser, openLearner };
}

async function createBuild(): Promise<ServerBuild> {
  const found: ServerBuild['routes'] = {};
  const manifest: ServerBuild['assets']['routes'] = {};

  async function add(entry: RouteEntry, parentId: string | undefined): Promise<void> {
    const id = entry.id ?? entry.file.replace(/^\.\//, '').replace(/\.tsx$/, '');
    const load = modules[`/src/ui/${entry.file.replace(/^\.\//, '')}`];
    if (load === undefined) throw new Error(`No route file ${entry.file}`);
    const module = await load();
    const place = {
      id,
      ...(parentId === undefined ? {} : { parentId }),
      path: entry.path,
      index: entry.index,
      caseSensitive: undefined,
    };
    // Gives components their props, as the build tool does.
    const complete = { ...module, default: UNSAFE_withComponentProps(module.default as never) };
    found[id] = { ...place, module: complete } as unknown as NonNullable<ServerBuild['routes'][string]>;
    manifest[id] = {
      ...place,
      module: `/${id}.js`,
      hasAction: 'action' in module,
      hasLoader: 'loader' in module,
      hasClientAction: false,
      hasClientLoader: 'clientLoader' in module,
      hasClientMiddleware: false,
      hasErrorBoundary: 'ErrorBoundary' in module,
      imports: [],
      css: [],
    } as unknown as NonNullable<(typeof manifest)[string]>;
    for (const child of entry.children ?? []) await add(child, id);
  }

  await add({ id: 'root', path: '', file: './root.tsx' }, undefined);
  for (const entry of routes) await add(entry, 'root');
  return {
    entry: { module: entry },
    routes: found,
    assets: {
      entry: { module: '/entry.js', imports: [] },
      routes: manifest,
      url: '/manifest.js',
      version: '1',
    },
    publicPath: '/',
    assetsBuildDirectory: 'build/client',
    future: {} as ServerBuild['future'],
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
}

/** Returns the texts of matching elements, without tags and entities. */
function textsOf(html: string, pattern: RegExp): readonly string[] {
  return [...html.matchAll(pattern)].map(([, inner = '']) => plainText(inner));
}

function plainText(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
}

/** Returns the target of a redirect with status 303; of any other response its status. */
export async function redirectOf(response: Promise<Response>): Promise<string | number | null> {
  const { status, headers } = await response;
  return status === 303 ? headers.get('Location') : status;
}

/** Returns the input with this name: its tag, and the error that it refers to. */
export function inputOf(html: string, name: string): { readonly tag: string; readonly error: string | null } {
  const [tag = ''] = new RegExp(`<(?:input|select|textarea)\\b[^>]*\\bname="${name}"[^>]*>`).exec(html) ?? [];
  const described = /aria-describedby="([^"]*)"/.exec(tag)?.[1]?.split(' ') ?? [];
  const error = described
    .filter((id) => id.endsWith('-error'))
    .flatMap((id) => textsOf(html, new RegExp(`<div id="${id}"[^>]*>(.*?)</div>`, 'gs')));
  return { tag, error: error[0] ?? null };
}

/** Returns the sentences of the summary above a refused form, each with the name of the field that it links to. */
export function summaryOf(html: string): readonly (readonly [name: string, text: string])[] {
  return [...html.matchAll(/<li><a href="#([^"]+)">(.*?)<\/a><\/li>/g)].map(([, id = '', text = '']) => {
    const tag = [...html.matchAll(/<(?:input|select|textarea)\b[^>]*>/g)].find(([one]) =>
      one.includes(`id="${id}"`),
    );
    return [/\bname="([^"]*)"/.exec(tag?.[0] ?? '')?.[1] ?? 'no field', plainText(text)];
  });
}

/** Returns the value of the checked radio button with this name; null for none. */
export function chosenOf(html: string, name: string): string | null {
  const tags = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const chosen = tags.find((tag) => tag.includes(`name="${name}"`) && tag.includes('checked=""'));
  return /\bvalue="([^"]*)"/.exec(chosen ?? '')?.[1] ?? null;
}
