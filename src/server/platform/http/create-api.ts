import { type Handler, Hono } from 'hono';
import type { Endpoint } from '#api/endpoint.ts';
import type { Locale } from '#core/model/values.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { inRequest } from '#server/platform/request-scope.ts';
import { describeFailures, failureHeaders, failureStatuses, type HttpFailure } from './failures.ts';
import { type ApiDependencies, localeOf, mountEndpoint } from './mount-endpoint.ts';
import { jsonResponse } from './responses.ts';
import type { Route } from './route.ts';
import type { ServerEnvironment } from './server-environment.ts';

/**
 * Creates the API below `/api`: all endpoints; 405 with `Allow` for other methods, 404 for other paths.
 * @throws Error at the start when an endpoint has no route or two, or a route has no endpoint.
 */
export function createApi(
  endpoints: readonly Endpoint[],
  routes: readonly Route[],
  dependencies: ApiDependencies,
): Hono<ServerEnvironment> {
  checkRoutes(endpoints, routes);
  const app = new Hono<ServerEnvironment>().basePath('/api');
  for (const path of inMatchingOrder(endpoints)) {
    const here = routes.filter((route) => pathsOf(route.endpoint).includes(path));
    const methods = here.map((route) => route.endpoint.method);
    const acceptsHead = here.some((route) => route.endpoint.acceptsHead);
    const allowed = acceptsHead ? [...methods, 'HEAD'] : methods;
    const failure: HttpFailure = { code: 'METHOD_NOT_ALLOWED', headers: { Allow: allowed.join(', ') } };
    const refuseMethod: Handler<ServerEnvironment> = (request) =>
      refuse(failure, dependencies, localeOf(request));
    // Hono routes HEAD to the handler of GET.
    if (!acceptsHead)
      app.use(path, (request, next) =>
        request.req.method === 'HEAD' ? refuseMethod(request, next) : next(),
      );
    for (const route of here) mountEndpoint(app, route, path, dependencies);
    app.all(path, refuseMethod);
  }
  app.all('*', (request) => refuse(domainFailure('NOT_FOUND'), dependencies, localeOf(request)));
  return app;
}

function refuse(failure: HttpFailure, { context, texts }: ApiDependencies, locale: Locale): Response {
  return inRequest(context.ids.uuid, (requestId) => {
    context.log.info('call_refused', { code: failure.code });
    return jsonResponse(failureStatuses[failure.code], describeFailures([failure], texts, locale), {
      'Cache-Control': 'private, no-store',
      'Content-Language': locale,
      'X-Request-Id': requestId,
      ...failureHeaders([failure]),
    });
  });
}

function pathsOf({ path, aliases }: Endpoint): readonly string[] {
  return [path, ...aliases.map((alias) => alias.path)];
}

/** Fixed segments before parameters, so that `/cart/bundles` never matches `/cart/:id`. */
function inMatchingOrder(endpoints: readonly Endpoint[]): readonly string[] {
  const paths = [...new Set(endpoints.flatMap(pathsOf))];
  return paths.toSorted((one, other) => Number(one.includes(':')) - Number(other.includes(':')));
}

function checkRoutes(endpoints: readonly Endpoint[], routes: readonly Route[]): void {
  const routed = routes.map((route) => route.endpoint);
  const missing = endpoints.filter((endpoint) => !routed.includes(endpoint));
  const twice = routed.filter((endpoint, index) => routed.indexOf(endpoint) !== index);
  const unknown = routed.filter((endpoint) => !endpoints.includes(endpoint));
  const faults = [
    ...missing.map((endpoint) => `${endpoint.name} has no route`),
    ...twice.map((endpoint) => `${endpoint.name} has two routes`),
    ...unknown.map((endpoint) => `${endpoint.name} is not in the contract`),
  ];
  if (faults.length > 0) throw new Error(`Routes and contract differ: ${faults.join('; ')}.`);
}
