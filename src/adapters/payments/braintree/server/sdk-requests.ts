import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const limits = new AsyncLocalStorage<AbortSignal>();

let isWatching = false;

/**
 * Fixes two problems of the requests of the vendor's SDK (3.40), which has no option for either (docs/decisions/0202).
 * It asks for XML but parses responses labelled as JSON in an event listener, where an error has no handler: truncated
 * JSON would end the server. With another content type it returns the body as text, which no schema accepts, so the
 * outcome is `unknown`.
 * It has no timeout for slow response bodies; `runAbortable` adds one.
 */
export function patchSdkRequests(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { readonly request: ClientRequest };
    if (!String(request.getHeader('user-agent')).startsWith('Braintree Node')) return;
    request.prependListener('response', ({ headers }: IncomingMessage) => {
      if (headers['content-type']?.includes('json') === true) headers['content-type'] = 'text/plain';
    });
    closeWith(request, limits.getStore());
  });
}

function closeWith(request: ClientRequest, signal: AbortSignal | undefined): void {
  if (signal === undefined) return;
  const close = () => void request.destroy();
  signal.addEventListener('abort', close, { once: true });
  request.once('close', () => signal.removeEventListener('abort', close));
  if (signal.aborted) close();
}

/** Runs `work`. Connections that the SDK opens in it are closed when `signal` is aborted. */
export function runAbortable<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  return limits.run(signal, work);
}
