import {
  type Endpoint,
  type EndpointRequest,
  type EndpointValue,
  readFailure,
  readResponse,
  unwrapDocument,
} from '#api/endpoint.ts';
import { type CallFailure, err, failureOf, ok, type Result } from '#core/rules/basics/result.ts';
import { askForSession } from './session-prompt.ts';

/** Timeout of a call in milliseconds. */
const timeLimit = 30_000;

/** Timeout of a file download in milliseconds: long files are generated while they are sent. */
const fileTimeLimit = 10 * 60_000;

export interface CallOptions {
  /** Aborts the call. */
  readonly signal?: AbortSignal;
  /** False for calls that only check for a session: the login dialog is not opened. */
  readonly asksForSession?: boolean;
  /** Wraps the response of a file, for example to report progress. */
  readonly follow?: (response: Response) => Response;
}

/**
 * Calls the API with the session cookie of the operator. If the session has expired, or a fresh proof of the second
 * factor is required, opens a dialog over the current screen and then repeats the call, so no input is lost. Never
 * throws.
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
  { signal, follow = (response) => response }: CallOptions,
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
      // Deletions are sent even while the page unloads.
      keepalive: endpoint.method === 'DELETE',
      signal: AbortSignal.any(signals),
    });
    if (response.ok && endpoint.responseType !== 'application/json')
      return ok((await readFile(follow(response))) as EndpointValue<E>);
    const json: unknown = await response.json().catch(() => undefined);
    if (!response.ok) return err(toFailure(json));
    const value = readResponse(endpoint, json);
    if (value === null) return err(failureOf('UNREADABLE_ANSWER'));
    return ok(unwrapDocument(endpoint, value) as EndpointValue<E>);
  } catch {
    return err(failureOf('NETWORK'));
  }
}

/** Reads a file with the name from its header (`fileResponse`). */
async function readFile(response: Response) {
  return { filename: filenameOf(response), content: new Uint8Array(await response.arrayBuffer()) };
}

/** Returns the file name from the `Content-Disposition` header. */
export function filenameOf({ headers }: Response): string {
  return /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'file';
}

function bodyOf({ readsBody, mediaType }: Endpoint, body: unknown): Pick<RequestInit, 'body'> {
  if (!readsBody) return {};
  return { body: mediaType === 'application/octet-stream' ? (body as Blob) : JSON.stringify(body ?? {}) };
}

/** Returns the URL path of an endpoint, without the query; also for links. */
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
