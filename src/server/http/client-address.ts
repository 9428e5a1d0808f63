import type { Context } from 'hono';
import type { HostEnvironment } from './host-environment.ts';

/** What limits count by when no address is known: all such callers share one count. */
const noAddress = 'unknown';

/**
 * The address limits count by. A forwarded header counts only when the operator named it; its last entry is the one
 * the operator's own proxy wrote. Of IPv6 the first 64 bits count, because one household has all the others.
 */
export function clientAddress(context: Context<HostEnvironment>, header: string | null): string {
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
