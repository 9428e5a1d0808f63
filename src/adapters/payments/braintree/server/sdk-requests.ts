import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

const limits = new AsyncLocalStorage<AbortSignal>();

let isWatching = false;

/**
 * Mends two things of the requests that the vendor's SDK (3.40) sends, which has no place for either
 * (docs/decisions/0202). It asks for XML, and parses what calls itself JSON in the listener of the response, where an
 * error is nobody's: JSON that was cut off would end the server. With another type it hands the body over as text,
 * which no schema accepts, so the outcome is `unknown`. And it knows no limit for a response that trickles in:
 * `whileOpen` gives it one.
 */
export function mendSdkRequests(): void {
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

/** Calls `work`; the connections of requests that the SDK begins in it are closed when `signal` is aborted. */
export function whileOpen<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value> {
  return limits.run(signal, work);
}
