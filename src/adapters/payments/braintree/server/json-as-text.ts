import { subscribe } from 'node:diagnostics_channel';
import type { ClientRequest, IncomingMessage } from 'node:http';

let isWatching = false;

/**
 * Keeps a response that cannot be read from ending the process. The vendor's SDK (3.40) asks for XML, and parses what calls
 * itself JSON in the listener of the response, where an error is nobody's: JSON that was cut off would end the server. With
 * another type it hands the body over as text, which no schema accepts, so the outcome is `unknown` (docs/decisions/0202).
 */
export function readJsonAsText(): void {
  if (isWatching) return;
  isWatching = true;
  subscribe('http.client.request.start', (message) => {
    const { request } = message as { readonly request: ClientRequest };
    if (!String(request.getHeader('user-agent')).startsWith('Braintree Node')) return;
    request.prependListener('response', ({ headers }: IncomingMessage) => {
      if (headers['content-type']?.includes('json') === true) headers['content-type'] = 'text/plain';
    });
  });
}
