import type { Context } from 'hono';
import type { ServerEnvironment } from './server-environment.ts';

/** What limits count by when no address is known: all such callers share one count. */
const noAddress = 'unknown';

/**
 * The address limits count by. A forwarded header counts only when the operator named it; its last entry is the one
 * the operator's own proxy wrote. Of IPv6 the first 64 bits count, because one household has all the others.
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

/** In this order, because most browsers also name the ones they descend from. */
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
 * A `User-Agent` as people recognise their device in a list of sessions: browser and system, no versions, so that little
 * is kept. Empty for programs that name neither. Only names of the lists above come out, whatever goes in.
 */
export function describeDevice(userAgent: string): string {
  const text = userAgent.slice(0, 400);
  return [browsers, systems]
    .map((names) => names.find(([pattern]) => pattern.test(text))?.[1])
    .filter((name) => name !== undefined)
    .join(', ');
}
