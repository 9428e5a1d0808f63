import { randomBytes } from 'node:crypto';
import type { RouterContextProvider, ServerBuild } from 'react-router';
import { createRequestHandler } from 'react-router';
import type { AnalyticsIds } from '#core/rules/analytics.ts';
import { nonceContext } from '#ui/routes/contexts.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import type { PaymentHosts } from './payment-hosts.ts';

/** Who asks for a page, as far as the connection tells. */
export interface Visitor {
  /** The address that limits count by; calls to the API while rendering pass it on. */
  readonly clientAddress: string;
}

/** Answers every path that is neither API nor file. */
export type WebHandler = (request: Request, visitor: Visitor) => Promise<Response>;

/** What one request's loaders read, and what the request leaves in its answer (cookies). */
export interface WebRequest {
  readonly context: RouterContextProvider;
  /** Adds the answer's own headers; called once, before the first byte is sent. */
  finish(headers: Headers): void;
}

export interface WebHandlerParts {
  /** The storefront's build: the built one, or in development what the sources say at this moment. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  /** Makes one request's container. */
  openWebRequest(request: Request, visitor: Visitor): Promise<WebRequest>;
  /** Hosts of the payment provider, which the policy allows on checkout documents. */
  readonly payment: PaymentHosts;
  /** Analytics services whose hosts the policy allows. */
  readonly analytics: AnalyticsIds;
  /** Development tools write scripts without a nonce, so there no policy is sent. */
  readonly isDevelopment: boolean;
}

/** Hands requests to React Router, each with a container and a nonce of its own. */
export function createWebHandler({
  build,
  openWebRequest,
  payment,
  analytics,
  isDevelopment,
}: WebHandlerParts): WebHandler {
  const handle = createRequestHandler(build, isDevelopment ? 'development' : 'production');
  return async (request, visitor) => {
    const nonce = randomBytes(16).toString('base64');
    const webRequest = await openWebRequest(request, visitor);
    if (!isDevelopment) webRequest.context.set(nonceContext, nonce);
    const rendered = await handle(request, webRequest.context);
    const response = new Response(rendered.body, rendered);
    const { headers } = response;
    webRequest.finish(headers);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
    if (!isDevelopment && (headers.get('Content-Type') ?? '').startsWith('text/html')) {
      const { pathname } = new URL(request.url);
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy({ nonce, path: pathname, payment, analytics }),
      );
    }
    return response;
  };
}
