import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import {
  type EntryContext,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { DocumentNonceContext } from '#ui/document/page-scripts.tsx';
import { ShopProvider } from '#ui/hooks/use-shop.ts';
import { openPageI18n } from '#ui/i18n/page-i18n.ts';
import { loadedContext, nonceContext, shopContext } from '#ui/routes/contexts.ts';

/** Renders a page and sends it as a whole (docs/decisions/0070). A logged-in learner's page is never cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: Readonly<RouterContextProvider>,
): Promise<Response> {
  await loadContext.get(loadedContext)?.();
  const shop = loadContext.get(shopContext);
  const nonce = loadContext.get(nonceContext) ?? undefined;
  const { locale } = shop.stores.locale.snapshot;
  const i18n = await openPageI18n(locale);
  for (const sent of Object.values(routerContext.staticHandlerContext.actionHeaders)) {
    const wait = sent.get('Retry-After');
    if (wait !== null) headers.set('Retry-After', wait);
  }
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Language', locale);
  if (shop.stores.session.snapshot.status === 'logged_in') headers.set('Cache-Control', 'private, no-store');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  return new Promise((resolve, reject) => {
    const faults: unknown[] = [];
    const { pipe } = renderToPipeableStream(
      <DocumentNonceContext value={nonce}>
        <ShopProvider value={shop}>
          <I18nextProvider i18n={i18n}>
            <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
          </I18nextProvider>
        </ShopProvider>
      </DocumentNonceContext>,
      {
        nonce,
        // Without this, React streams parts of a long page later and moves them into place by scripts.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          for (const fault of faults) shop.actions.reportError(fault);
          const finalStatus = faults.length > 0 ? 500 : status;
          pipe(collectBytes((bytes) => resolve(new Response(bytes, { status: finalStatus, headers }))));
        },
        // The caller reports it.
        onShellError: reject,
        onError: (fault) => void faults.push(fault),
      },
    );
  });
}

/** Collects React's chunks of 2 kB and passes them to `onEnd` as one array. */
function collectBytes(onEnd: (bytes: Uint8Array<ArrayBuffer>) => void): Writable {
  const pieces: Uint8Array[] = [];
  return new Writable({
    write(piece: Uint8Array, _encoding, done) {
      pieces.push(piece);
      done();
    },
    final(done) {
      onEnd(Buffer.concat(pieces));
      done();
    },
  });
}

/**
 * Logs errors that the router reports. Not logged: a page without an action (405), a missing page, an aborted request.
 */
export function handleError(
  fault: unknown,
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted || (isRouteErrorResponse(fault) && fault.status < 500)) return;
  context.get(shopContext).actions.reportError(fault);
}
