import type { Endpoint, EndpointRequest } from '#api/endpoint.ts';

/** What every call says besides its own payload. */
export interface CallHeaders {
  readonly language: string;
  /** Access token, or null for a guest. */
  readonly bearer: string | null;
  /** Proof of being an order's buyer, or null. */
  readonly order_token: string | null;
}

/** Address and `fetch` options of a call (specification §7). `base_url` has no slash at its end. */
export function buildRequest(
  base_url: string,
  endpoint: Endpoint,
  request: EndpointRequest<Endpoint>,
  said: CallHeaders,
): { readonly url: string; readonly init: RequestInit & { readonly headers: Record<string, string> } } {
  const headers: Record<string, string> = { Accept: 'application/json', 'X-App-Language': said.language };
  if (said.bearer !== null) headers.Authorization = `Bearer ${said.bearer}`;
  if (said.order_token !== null) headers['X-Order-Token'] = said.order_token;
  if (endpoint.method !== 'GET') {
    headers['Content-Type'] = endpoint.mediaType;
    headers['Cache-Control'] = 'no-cache';
    headers.Pragma = 'no-cache';
  }
  return {
    url: `${base_url}${fillPath(endpoint.path, request.params)}${queryText(request.query)}`,
    init: {
      method: endpoint.method,
      headers,
      // Calls are authenticated by their header only, never by a cookie (decisions §5).
      credentials: 'omit',
      ...bodyOf(endpoint, request),
    },
  };
}

/** A call that reads a body gets one, even when there is nothing to say. */
function bodyOf({ readsBody }: Endpoint, { body }: EndpointRequest<Endpoint>): Pick<RequestInit, 'body'> {
  return body === undefined && !readsBody ? {} : { body: JSON.stringify(body ?? {}) };
}

function fillPath(path: string, params: unknown): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}

function queryText(query: unknown): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
