import type { WebRequestParts } from '#app/pages/request-shop.ts';
import type { WebHandlers } from '#app/pages/web-handler.ts';
import { createShopApi } from '#server/api.ts';
import { createCatalogueCache } from '#server/carts/pricing-catalogue.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { alwaysChanged } from '#server/platform/database/catalogue-changes.ts';
import type { PageRenderer } from '#server/platform/server-context.ts';
import { apiTexts } from './api-texts.ts';

/** Policy of previews: no scripts and no forms, so that nothing is bought, tracked or stored. */
const onlyLookedAt = ["script-src 'none'", "form-action 'none'"];

const scripts = /<script\b[^>]*>.*?<\/script>|<link\b[^>]*\brel="modulepreload"[^>]*>/gs;

const withoutScripts = (html: string) => html.replaceAll(scripts, '');

function policyOf(given: string | null): string {
  const others = (given?.split('; ') ?? []).filter((rule) => !/^(?:script-src|form-action) /.test(rule));
  return [...others, ...onlyLookedAt].join('; ');
}

/**
 * Creates a function that renders pages for operators from the state of one transaction: with its own API, which caches
 * nothing, and the same code that renders the pages of shoppers.
 */
export function createPreview(
  context: OrderContext,
  openPages: (api: WebRequestParts['apiFetch']) => Pick<WebHandlers, 'renderShared'>,
): PageRenderer {
  return async (db, path, loaded) => {
    const api = createShopApi({ ...context, db, catalogue: createCatalogueCache(alwaysChanged) }, apiTexts);
    const request = new Request(`${context.settings.siteUrl}${path}`);
    const response = await openPages(api).renderShared(request, { clientAddress: 'preview' }, loaded);
    const policy = policyOf(response.headers.get('Content-Security-Policy'));
    return { status: response.status, html: withoutScripts(await response.text()), policy };
  };
}
