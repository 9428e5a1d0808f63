import { vi } from 'vitest';

type ApiRequest = readonly [methodAndPath: string, body?: unknown];

/** Stubs the server. Without a response the connection is lost. Returns the requests, with parsed bodies. */
export function stubApi(respond: (path: string) => Response | undefined = () => undefined, lang = 'de') {
  const requests: ApiRequest[] = [];
  vi.stubGlobal('document', { documentElement: { lang } });
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    requests.push(body ? [`${method} ${path}`, JSON.parse(String(body))] : [`${method} ${path}`]);
    const response = respond(path);
    if (response === undefined) throw new TypeError('no connection');
    return response;
  });
  return requests;
}

/** Creates the response to a call that fails. */
export function failureResponse(code: string, status: number): Response {
  const error = { status: String(status), code, title: code, detail: `Weil ${code}` };
  return Response.json({ success: false, errors: [error] }, { status });
}
