import { Hono } from 'hono';
import type { HostEnvironment } from '#server/http/host-environment.ts';

/** Where Apple looks whether who asks for its payments owns the address. */
const path = '/.well-known/apple-developer-merchantid-domain-association';

/** Apple's proof of the shop's address, word for word; 404 where there is none (null). */
export function applePayRoutes(association: Buffer<ArrayBuffer> | null): Hono<HostEnvironment> {
  const app = new Hono<HostEnvironment>();
  app.get(path, (request) =>
    association === null
      ? request.text('Not found', 404)
      : request.body(association, 200, { 'Content-Type': 'text/plain; charset=utf-8' }),
  );
  return app;
}
