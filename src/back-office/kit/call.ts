import {
  type Endpoint,
  type EndpointRequest,
  type EndpointValue,
  readFailure,
  readResponse,
  unwrapDocument,
} from '#api/endpoint.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import { askForSession } from './session-gate.ts';

/** A call waits this long for its response, in milliseconds. */
const timeLimit = 30_000;

/** A file for its end, because a long one is written while it is sent, in milliseconds. */
const fileTimeLimit = 10 * 60_000;

export interface CallOptions {
  /** Ends the call when its answer is no longer wanted. */
  readonly signal?: AbortSignal;
  /** False for calls that find out whether there is a session: nobody is asked to log in. */
  readonly asksForSession?: boolean;
}

/**
 * Calls the API as the operator whose session is in the browser's cookie. Where the session has ended, or a fresh proof
 * of the second factor is needed, the operator is asked over the screen that is shown, and the call is made again:
 * nothing typed is lost. Never throws.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  request: EndpointRequest<E> = {},
  options: CallOptions = {},
): Promise<Result<EndpointValue<E>, CallFailure>> {
  const answered = await send(endpoint, request, options);
  if (answered.ok || options.asksForSession === false) return answered;
  const isAnswered = await askForSession(answered.error.code);
  return isAnswered ? call(endpoint, request, options) : answered;
}

async function send<E extends Endpoint>(
  endpoint: E,
  { params, query, body }: EndpointRequest<E>,
  { signal }: CallOptions,
): Promise<Result<EndpointValue<E>, CallFailure>> {
  const limit = endpoint.responseType === 'application/json' ? timeLimit : fileTimeLimit;
  const signals = [AbortSignal.timeout(limit), ...(signal === undefined ? [] : [signal])];
  try {
    const response = await fetch(`${addressOf(endpoint, params)}${queryText(query)}`, {
      method: endpoint.method,
      credentials: 'same-origin',
      headers: {
        Accept: 'application/json',
        'X-App-Language': document.documentElement.lang,
        ...(endpoint.method === 'GET' ? {} : { 'Content-Type': endpoint.mediaType }),
      },
      ...bodyOf(endpoint, body),
      // What is removed when a page is left is sent although the page is gone.
      keepalive: endpoint.method === 'DELETE',
      signal: AbortSignal.any(signals),
    });
    if (response.ok && endpoint.responseType !== 'application/json')
      return ok((await readFile(response)) as EndpointValue<E>);
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) return err(toFailure(json));
    const value = readResponse(endpoint, json);
    if (value === null) return err(failureOf('UNREADABLE_ANSWER'));
    return ok(unwrapDocument(endpoint, value) as EndpointValue<E>);
  } catch {
    return err(failureOf('NETWORK'));
  }
}

/** A file with the name that the server gave it (`fileResponse`). */
async function readFile(response: Response) {
  const [, filename = 'file'] =
    /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '') ?? [];
  return { filename, content: new Uint8Array(await response.arrayBuffer()) };
}

function bodyOf({ readsBody, mediaType }: Endpoint, body: unknown): Pick<RequestInit, 'body'> {
  if (!readsBody) return {};
  return { body: mediaType === 'application/octet-stream' ? (body as Blob) : JSON.stringify(body ?? {}) };
}

/** Where an endpoint is called, without the query; also for links. */
export function addressOf<E extends Endpoint>({ path }: E, params: EndpointRequest<E>['params']): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  return `/api${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))}`;
}

function queryText(query: unknown): string {
  const entries = Object.entries((query ?? {}) as Readonly<Record<string, unknown>>);
  const given = entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

function toFailure(body: unknown): CallFailure {
  const errors = readFailure(body)?.errors ?? [];
  const [first] = errors;
  if (first === undefined) return failureOf('UNREADABLE_ANSWER');
  const fields = errors.flatMap(({ source, detail }) => {
    const name = source?.pointer?.split('/').at(-1) ?? source?.parameter;
    return name === undefined ? [] : [[name, detail] as const];
  });
  return { code: first.code, detail: first.detail, fields: Object.fromEntries(fields) };
}
