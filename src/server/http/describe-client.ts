import type { Context } from 'hono';
import type { ServerEnvironment } from './server-environment.ts';

/** Rate limit key of clients without a known address; they share one limit. */
const noAddress = 'unknown';

/**
 * The client address for rate limits. The forwarded header is used only when the operator configured it; its last entry
 * is the one that the operator's proxy wrote. Only the first 64 bits of IPv6 count, because one household has all the
 * others.
 */
export function clientAddress(context: Context<ServerEnvironment>, header: string | null): string {
  const bindings = context.env;
  if (bindings?.clientAddress !== undefined) return bindings.clientAddress;
  const forwarded = header === null ? undefined : context.req.header(header)?.split(',').at(-1)?.trim();
  return networkOf(forwarded || bindings?.incoming?.socket.remoteAddress || noAddress);
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address.slice(0, 64);
  const [head = '', tail] = address.toLowerCase().slice(0, 64).split('::');
  const first = head.split(':').filter((group) => group !== '');
  const last = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - first.length - last.length);
  const groups = [...first, ...Array.from({ length: zeros }, () => '0'), ...last];
  return `${groups.slice(0, 4).join(':')}::/64`;
}

/** In this order, because most browsers also include the names of older ones. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/**
 * Browser and system of a `User-Agent`, for the list of sessions. No versions, to keep little data. Empty when neither
 * is known. Only names from the lists above are returned.
 */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, 400);
  return [browsers, systems]
    .map((names) => names.find(([pattern]) => pattern.test(text))?.[1])
    .filter((name) => name !== undefined)
    .join(', ');
}
