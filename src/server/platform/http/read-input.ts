import type { HonoRequest } from 'hono';
import type * as z from 'zod/mini';
import { type Endpoint, longestByteStream } from '#api/endpoint.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure, type InputReason } from '#server/platform/domain-failure.ts';
import type { HttpFailure } from './failures.ts';

type Issue = z.core.$ZodIssue;

/** Maximum number of reported errors; an attacker could cause thousands. */
const issueLimit = 20;

/** Parses a body; returns one failure with a JSON pointer per fault. */
export function readInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Result<z.output<Schema>, readonly DomainFailure[]> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  const failures = flatten(parsed.error.issues)
    .slice(0, issueLimit)
    .map((issue) =>
      domainFailure('INVALID_INPUT', { pointer: pointerOf(issue.path), reason: reasonOf(issue, input) }),
    );
  return err(failures);
}

/**
 * Parses query parameters; every failure names its parameter. A known parameter may occur only once, because it would
 * be unclear which value counts.
 */
export function readQuery<Schema extends z.ZodMiniType>(
  schema: Schema,
  queries: Readonly<Record<string, readonly string[]>>,
): Result<z.output<Schema>, readonly DomainFailure[]> {
  const input = Object.fromEntries(
    Object.entries(queries).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );
  const parsed = schema.safeParse(input);
  if (parsed.success) return ok(parsed.data);
  const failures = flatten(parsed.error.issues)
    .slice(0, issueLimit)
    .map((issue) =>
      domainFailure('INVALID_INPUT', {
        parameter: String(issue.path[0] ?? ''),
        reason: reasonOf(issue, input),
      }),
    );
  return err(failures);
}

/** Replaces an issue of a union by the issues of its closest alternative. */
function flatten(issues: readonly Issue[]): readonly Issue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
    const forms = issue.errors.map((form) => flatten(form as Issue[]));
    const open = forms.filter((form) => form.every((inner) => inner.code !== 'unrecognized_keys'));
    const nearest =
      (open.length > 0 ? open : forms).toSorted((one, other) => one.length - other.length)[0] ?? [];
    return nearest.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
  });
}

function pointerOf(path: readonly PropertyKey[]): string {
  return path.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function reasonOf(issue: Issue, input: unknown): InputReason {
  switch (issue.code) {
    case 'invalid_type':
      return valueAt(input, issue.path) === undefined ? 'required' : 'wrong_type';
    case 'too_small':
      if (issue.origin !== 'string') return 'too_small';
      return issue.minimum === 1 ? 'required' : 'too_short';
    case 'too_big':
      return issue.origin === 'string' ? 'too_long' : 'too_large';
    case 'invalid_format':
      return 'wrong_format';
    case 'invalid_value':
      return valueAt(input, issue.path) === undefined ? 'required' : 'not_offered';
    case 'unrecognized_keys':
      return 'unknown_field';
    case 'custom':
      return customReasons[issue.message] ?? 'wrong_format';
    default:
      return 'wrong_type';
  }
}

/** Reasons by the message of the failed check. */
const customReasons: Readonly<Record<string, InputReason>> = {
  UNREADABLE_CHARACTER: 'unreadable_character',
  UNDRAWABLE_CHARACTER: 'undrawable_character',
  READING_MISSING: 'reading_missing',
};

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  );
}

/** Maximum body size in bytes: enough for a full cart with gift messages. */
const bodyLimit = 256 * 1024;

/**
 * Reads the JSON body of a call: 415 for another media type, 413 past the limit (also without Content-Length),
 * 400 when it is not UTF-8 or not JSON. JSON:API calls take plain JSON as well.
 */
export async function readBody(
  request: HonoRequest,
  mediaType: Endpoint['mediaType'],
): Promise<Result<unknown, HttpFailure>> {
  if (!isAccepted(request.header('content-type') ?? '', mediaType)) {
    return err({ code: 'UNSUPPORTED_MEDIA_TYPE', headers: { Accept: mediaType } });
  }
  const stated = request.header('content-length');
  if (Number(stated ?? 0) > bodyLimit) return err({ code: 'BODY_TOO_LARGE' });
  try {
    // Node enforces Content-Length, so there is no need to count.
    const bytes = stated === undefined ? await readBytes(request.raw.body) : await request.raw.arrayBuffer();
    if (bytes === null || bytes.byteLength > bodyLimit) return err({ code: 'BODY_TOO_LARGE' });
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    // Invalid UTF-8, invalid JSON, or an aborted request.
    return err({ code: 'MALFORMED_BODY' });
  }
}

/**
 * Returns the unread body of a call that takes bytes: 415 for another media type, 413 past the limit, 400 without a
 * `Content-Length`.
 */
export function readByteStream(request: HonoRequest): Result<ReadableStream<Uint8Array>, HttpFailure> {
  const mediaType = 'application/octet-stream';
  if (request.header('content-type') !== mediaType)
    return err({ code: 'UNSUPPORTED_MEDIA_TYPE', headers: { Accept: mediaType } });
  const stated = request.header('content-length');
  if (Number(stated ?? 0) > longestByteStream) return err({ code: 'BODY_TOO_LARGE' });
  const { body } = request.raw;
  return stated === undefined || body === null ? err({ code: 'MALFORMED_BODY' }) : ok(body);
}

/** Reads all bytes of a `readByteStream`; null if the connection ended before the last one. */
export async function readAllBytes(body: Blob | ReadableStream<Uint8Array>): Promise<Buffer | null> {
  try {
    return Buffer.from(await new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());
  } catch {
    return null;
  }
}

function isAccepted(contentType: string, mediaType: Endpoint['mediaType']): boolean {
  const [type = '', ...parameters] = contentType
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const isJson = type === 'application/json' || type === mediaType;
  return (
    isJson &&
    parameters.every(
      (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-8"?$/.test(parameter),
    )
  );
}

/** Null when the body exceeds the limit. */
async function readBytes(stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array | null> {
  if (stream === null) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    if (length > bodyLimit) {
      await reader.cancel();
      return null;
    }
    parts.push(part.value);
  }
  return Buffer.concat(parts);
}
