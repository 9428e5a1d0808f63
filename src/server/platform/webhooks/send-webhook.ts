import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInternalAddress } from './internal-addresses.ts';

/** Timeout of an attempt in milliseconds. */
const timeLimit = 10_000;

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the receiver may be in the operator's own network. */
  readonly allowsInternal: boolean;
}

/** The status of the response, or why there is none. */
export type WebhookResult = { readonly status: number } | { readonly status: null; readonly reason: string };

/**
 * Sends one delivery. Redirects are not followed and the body of the response is not read, so a receiver can neither
 * send the shop elsewhere nor keep it busy.
 */
export function sendWebhook({ url, headers, body, allowsInternal }: WebhookRequest): Promise<WebhookResult> {
  const target = new URL(url);
  if (!allowsInternal && isInternalHost(target.hostname)) return Promise.resolve(refused);
  const request = target.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve) => {
    const sent = request(
      target,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        signal: AbortSignal.timeout(timeLimit),
        agent: false,
        ...(allowsInternal ? {} : { lookup: lookupPublic }),
      },
      (response) => {
        resolve({ status: response.statusCode ?? 0 });
        response.destroy();
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (error === internalAddress) return resolve(refused);
      const reason = error.name === 'AbortError' ? 'no answer in time' : (error.code ?? error.message);
      resolve({ status: null, reason });
    });
    sent.end(body);
  });
}

const internalAddress = new Error('The host name leads into the own network');
const refused: WebhookResult = { status: null, reason: 'address in the own network' };

/** Whether a URL's host is an internal IP address; names are checked when they are resolved. */
export function isInternalHost(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isInternalAddress(host);
}

/**
 * Resolves a name and fails if any of its addresses is internal. The connection uses the addresses that were checked.
 */
const lookupPublic: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error !== null || first === undefined) return callback(error ?? new Error('No address'), '', 0);
    if (addresses.some(({ address }) => isInternalAddress(address))) return callback(internalAddress, '', 0);
    if (options.all === true) return callback(null, addresses);
    callback(null, first.address, first.family);
  });
};
