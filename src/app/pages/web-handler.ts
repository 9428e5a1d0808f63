import { randomBytes } from 'node:crypto';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { allowsTags } from '#core/rules/tracking/analytics-pages.ts';
import type { ModuleHosts } from '#ports/modules.ts';
import { statusOfFailure } from '#server/platform/http/failures.ts';
import { formResultCookie } from '#ui/forms/form-result.ts';
import {
  failureStatusContext,
  loadedContext,
  nonceContext,
  type Submission,
  submissionContext,
} from '#ui/routes/contexts.ts';
import {
  contentSecurityPolicy,
  hashedDocument,
  type InlineSources,
  nonceSources,
} from './content-security-policy.ts';

/** The client of a page request. */
export interface Visitor {
  /** The visitor's address for rate limits; it is passed on to API calls during rendering. */
  readonly clientAddress: string;
  /** The form that the visitor has sent. */
  readonly submission?: Submission;
}

/** Renders a page for all visitors. `loaded` is called when all its data has been read. */
type SharedHandler = (request: Request, visitor: Visitor, loaded?: () => Promise<void>) => Promise<Response>;

/** Renders every path that is neither an API path nor a file. */
export type WebHandler = (request: Request, visitor: Visitor) => Promise<Response>;

/** Context for the loaders of one request, and the headers (cookies) that it adds to the response. */
export interface WebRequest {
  readonly context: RouterContextProvider;
  /** Adds headers to the response. Called once, before the first byte is sent. */
  finish(headers: Headers): void;
}

export interface WebHandlerParts {
  /** The build of the storefront; a function in development, where sources change. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  openWebRequest(request: Request, visitor: Visitor): Promise<WebRequest>;
  /** Hosts of the payment modules that the policy allows on checkout documents. */
  readonly payment: ModuleHosts;
  /** Hosts of the analytics services, which the policy allows on pages where services run. */
  readonly analytics: ModuleHosts;
  /** Additional hosts of film segments. */
  readonly films?: readonly string[];
  /** True: no policy is sent, because development tools add scripts without a nonce. */
  readonly isDevelopment: boolean;
}

/** Handlers that render requests with React Router, each request with its own context. */
export interface WebHandlers {
  /** Renders a page for one visitor, with a nonce of its own. */
  readonly render: WebHandler;
  /** Renders a page for all visitors, with hashes instead of the nonce. */
  readonly renderShared: SharedHandler;
}

export function createWebHandlers({
  build,
  openWebRequest,
  payment,
  analytics,
  films = [],
  isDevelopment,
}: WebHandlerParts): WebHandlers {
  const handle = createRequestHandler(build, isDevelopment ? 'development' : 'production');

  /** Renders a page with a nonce. `allow` returns the final document and the sources for its inline code. */
  async function respond(
    request: Request,
    { context, finish }: WebRequest,
    allow: (response: Response, nonce: string) => Promise<{ response: Response; inline: InlineSources }>,
  ): Promise<Response> {
    const nonce = randomBytes(16).toString('base64');
    if (!isDevelopment) context.set(nonceContext, nonce);
    const rendered = await handle(request, context);
    const isDocument = (rendered.headers.get('Content-Type') ?? '').startsWith('text/html');
    const { response, inline } =
      isDocument && !isDevelopment ? await allow(rendered, nonce) : { response: rendered, inline: null };
    const { headers } = response;
    finish(headers);
    if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-cache');
    const { pathname } = new URL(request.url);
    // URLs of pages without analytics services may be private: services on the next page get only the origin.
    if (!allowsTags(pathname)) headers.set('Referrer-Policy', 'strict-origin');
    if (inline !== null) {
      headers.set(
        'Content-Security-Policy',
        contentSecurityPolicy({ inline, path: pathname, payment, analytics, films }),
      );
    }
    return response;
  }

  return {
    async render(request, visitor) {
      const { submission = null } = visitor;
      const webRequest = await openWebRequest(request, visitor);
      webRequest.context.set(submissionContext, submission);
      webRequest.context.set(failureStatusContext, statusOfFailure);
      const response = await respond(request, webRequest, async (page, nonce) => ({
        response: page,
        inline: nonceSources(nonce),
      }));
      if (submission !== null || hasFormResult(request)) {
        response.headers.set('Cache-Control', 'private, no-store');
      }
      // The router responds with 405 if the page has no action.
      if (response.status === 405) response.headers.set('Allow', allowedMethods(submission));
      return response;
    },
    async renderShared(request, visitor, loaded) {
      const webRequest = await openWebRequest(request, visitor);
      if (loaded !== undefined) webRequest.context.set(loadedContext, loaded);
      return respond(request, webRequest, async (page, nonce) => {
        const { html, inline } = hashedDocument(await page.text(), nonce);
        return { response: new Response(html, page), inline };
      });
    },
  };
}

function hasFormResult({ headers }: Request): boolean {
  return (headers.get('Cookie') ?? '').includes(`${formResultCookie}=`);
}

/** Returns the allowed methods: a page that refuses a readable form accepts no POST. */
function allowedMethods(submission: Submission | null): string {
  return submission !== null && 'form' in submission ? 'GET, HEAD' : 'GET, HEAD, POST';
}
