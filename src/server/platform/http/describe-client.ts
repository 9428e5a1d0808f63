import { isIPv6 } from 'node:net';
import type { Context } from 'hono';
import type { ServerEnvironment } from './server-environment.ts';

/** Rate limit key of clients without a known address; they share one limit. */
const noAddress = 'unknown';

/**
 * The client address for rate limits. The forwarded header is used only when the operator configured it; its last entry
 * is the one that the operator's proxy wrote. Only the first 64 bits of IPv6 count, because one household has a whole
 * /64 network.
 */
export function clientAddress(context: Context<ServerEnvironment>, header: string | null): string {
  const bindings = context.env;
  if (bindings?.clientAddress !== undefined) return bindings.clientAddress;
  const forwarded = header === null ? undefined : context.req.header(header)?.split(',').at(-1)?.trim();
  return networkOf(forwarded || bindings?.incoming?.socket.remoteAddress || noAddress);
}

/** Normalises an address to one key per client: the IPv4 address, or the first 64 bits of IPv6. */
function networkOf(given: string): string {
  const text = given.slice(0, 64).toLowerCase();
  const [, inBrackets] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? [];
  const [address = ''] = (inBrackets ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')).split('%');
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff';
  if (!isMapped) return `${groups.slice(0, 4).join(':')}::/64`;
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
  return bytes.join('.');
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  const [first = [], last = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
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
