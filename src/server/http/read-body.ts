import type { HonoRequest } from 'hono';
import type { Endpoint } from '#api/endpoint.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { ApiFailure } from '#server/api-failure.ts';
import { apiFailure } from '#server/api-failure.ts';

/** Bytes a body may have: room for a full cart with greetings, and far too little to hurt. */
const bodyLimit = 256 * 1024;

/**
 * Reads the JSON body of a call: 415 for another media type, 413 past the limit (also without Content-Length),
 * 400 when it is not UTF-8 or not JSON. JSON:API calls take plain JSON as well.
 */
export async function readBody(
  request: HonoRequest,
  mediaType: Endpoint['mediaType'],
): Promise<Result<unknown, ApiFailure>> {
  if (!isAccepted(request.header('content-type') ?? '', mediaType)) {
    return err(apiFailure('UNSUPPORTED_MEDIA_TYPE', { headers: { Accept: mediaType } }));
  }
  const stated = request.header('content-length');
  if (Number(stated ?? 0) > bodyLimit) return err(apiFailure('BODY_TOO_LARGE'));
  try {
    // Node lets no more through than was stated, so there is nothing to count.
    const bytes = stated === undefined ? await readBytes(request.raw.body) : await request.raw.arrayBuffer();
    if (bytes === null || bytes.byteLength > bodyLimit) return err(apiFailure('BODY_TOO_LARGE'));
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    // Broken UTF-8, broken JSON, or a caller who hung up midway.
    return err(apiFailure('MALFORMED_BODY'));
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

/** Null as soon as there is more than the limit. */
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
