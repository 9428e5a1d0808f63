import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { clientAddress } from '#host/http/client-address.ts';
import type { HostEnvironment } from '#host/http/host-environment.ts';
import { compressAnswer } from './compress-answer.ts';
import type { StaticFiles } from './static-files.ts';
import type { WebHandler } from './web-handler.ts';

export interface ApplicationParts {
  /** What the host answers itself: `/api/*`, pictures, the mail box of demo mode. */
  readonly host: Hono<HostEnvironment>;
  /** Files of the build; null while a development server serves them. */
  readonly files: StaticFiles | null;
  /** Renders every other path. */
  readonly web: WebHandler;
  /** Whether the shop can sell at this moment: database reachable, not stopping. */
  isReady(): Promise<boolean>;
  /** Whether browsers reach the shop by https. */
  readonly isSecure: boolean;
  /** Header of the operator's own proxy that carries the visitor's address, or null. */
  readonly clientAddressHeader: string | null;
}

const largestForm = 256 * 1024;

/** The whole shop as one function from request to response: health, build files, host, pages (decisions §9). */
export function createApplication(parts: ApplicationParts): Hono<HostEnvironment> {
  const { host, files, web, isReady, isSecure, clientAddressHeader } = parts;
  const application = new Hono<HostEnvironment>();
  application.use(async (context, next) => {
    await next();
    context.res = compressAnswer(context.req.raw, context.res);
    for (const [name, value] of safeHeaders(isSecure)) context.res.headers.set(name, value);
  });
  application.get('/healthz', (context) => context.text('ok'));
  application.get('/readyz', async (context) => {
    context.header('Cache-Control', 'no-store');
    return (await isReady()) ? context.text('ready') : context.text('not ready', 503);
  });
  if (files !== null) {
    application.use(async (context, next) => {
      const file = files(context.req.raw);
      if (file === null) return next();
      return file;
    });
  }
  application.route('/', host);
  application.use(bodyLimit({ maxSize: largestForm }));
  application.all('*', (context) =>
    web(context.req.raw, { clientAddress: clientAddress(context, clientAddressHeader) }),
  );
  return application;
}

/** What holds for every answer, whoever gives it. */
function safeHeaders(isSecure: boolean): readonly (readonly [string, string])[] {
  const always = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()'],
    ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['X-Frame-Options', 'DENY'],
  ] as const;
  return isSecure
    ? [...always, ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']]
    : always;
}
