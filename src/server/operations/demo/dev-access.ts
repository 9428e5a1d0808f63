import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const loopbackAddress = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/;
const tokenCookie = 'dev_token';

/** Derives the token for `/dev/*`, which is the same on all servers of a shop. */
export function devToken(tokenSecret: string): string {
  return createHmac('sha256', tokenSecret).update('dev routes').digest('base64url');
}

interface DevAccess {
  readonly siteUrl: string;
  readonly token: string;
}

/**
 * Protects `/dev/*` (docs/behaviour/operations.md#access-to-dev). The Host header must name this machine or the shop's
 * address, which prevents DNS rebinding. Requests from other machines need the token, in `?token=` or in the cookie
 * that is set from it.
 */
export function devAccess({ siteUrl, token }: DevAccess): MiddlewareHandler<ServerEnvironment> {
  const site = new URL(siteUrl);
  return async (context, next) => {
    const hostname = hostnameOf(context.req.header('host') ?? new URL(context.req.url).host);
    const isLoopback = isLoopbackName(hostname);
    if (!isLoopback && hostname !== site.hostname)
      return context.text('Not at this address: SITE_URL names the address of this shop.', 403);
    const from = context.env?.incoming?.socket.remoteAddress;
    const isForwarded = context.req.header('x-forwarded-for') ?? context.req.header('forwarded');
    const isLocal =
      isLoopback && isForwarded === undefined && (from === undefined || loopbackAddress.test(from));
    if (isLocal) return next();
    const given = context.req.query('token');
    if (!isSame(given ?? getCookie(context, tokenCookie), token))
      return context.text('Open the address that the start printed: it has a token.', 403);
    if (given !== undefined) {
      setCookie(context, tokenCookie, token, {
        path: '/dev',
        httpOnly: true,
        secure: site.protocol === 'https:',
        sameSite: 'Strict',
      });
    }
    return next();
  };
}

/** Whether a host name of a URL means this machine. */
export function isLoopbackName(hostname: string): boolean {
  return loopbackNames.includes(hostname);
}

function hostnameOf(host: string): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

function isSame(given: string | undefined, token: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(token)];
  return one.length === other.length && timingSafeEqual(one, other);
}
