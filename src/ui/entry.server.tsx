import { createReadableStreamFromReadable } from '@react-router/node';
import { isbot } from 'isbot';
import type { RenderToPipeableStreamOptions } from 'react-dom/server';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { EntryContext, RouterContextProvider } from 'react-router';
import { ServerRouter } from 'react-router';
import { DocumentNonceContext } from '#ui/document/page-scripts.tsx';
import { createPageStream } from '#ui/document/page-stream.ts';
import { ShopProvider } from '#ui/hooks/use-shop.ts';
import { openPageI18n } from '#ui/i18n/page-i18n.ts';
import { isSharedContext, nonceContext, shopContext } from '#ui/routes/contexts.ts';

/** How long React Router waits for deferred data, in milliseconds. */
export const streamTimeout = 5_000;

/** Renders a page. Browsers get it streamed; bots, and pages that are kept, get it complete. A logged-in learner's page is never cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  const shop = loadContext.get(shopContext);
  const nonce = loadContext.get(nonceContext) ?? undefined;
  const { locale } = shop.stores.locale.snapshot;
  const i18n = await openPageI18n(locale);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', locale);
  if (shop.stores.session.snapshot.status === 'logged_in') headers.set('Cache-Control', 'private, no-store');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  return new Promise((resolve, reject) => {
    let isSent = false;
    let finalStatus = status;
    const whenReady: keyof RenderToPipeableStreamOptions =
      loadContext.get(isSharedContext) || isbot(request.headers.get('user-agent'))
        ? 'onAllReady'
        : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <DocumentNonceContext value={nonce}>
        <ShopProvider value={shop}>
          <I18nextProvider i18n={i18n}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </I18nextProvider>
        </ShopProvider>
      </DocumentNonceContext>,
      {
        nonce,
        [whenReady]() {
          isSent = true;
          const body = createPageStream(() => clearTimeout(giveUp));
          pipe(body);
          resolve(new Response(createReadableStreamFromReadable(body), { status: finalStatus, headers }));
        },
        onShellError: reject,
        onError(fault) {
          finalStatus = 500;
          // An error before the first byte is thrown to the caller, who reports it.
          if (isSent) shop.actions.reportError(fault);
        },
      },
    );
    const giveUp = setTimeout(abort, streamTimeout + 1_000);
  });
}
