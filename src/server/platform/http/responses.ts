import { ReadableStream as NodeReadableStream } from 'node:stream/web';
import type * as z from 'zod/mini';
import type { Endpoint, fileResponse } from '#api/endpoint.ts';
import type { StreamedFile } from './csv-file.ts';

/** A JSON response with headers against content sniffing. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'X-App-Language, Accept-Language, Authorization',
      ...headers,
    },
  });
}

interface DownloadOptions {
  readonly endpoint: Endpoint;
  readonly headers: Readonly<Record<string, string>>;
  /** Called with the error if a file could not be sent completely. */
  readonly onFailure: (error: unknown) => void;
}

/** Creates a response with a file for display in the browser, with its download name. */
export function downloadResponse(
  file: z.output<typeof fileResponse> | StreamedFile,
  { endpoint, headers, onFailure }: DownloadOptions,
): Response {
  const { filename, content } = file;
  const rows = 'rows' in file ? file.rows : undefined;
  return new Response(content instanceof Uint8Array ? content : streamOf(content, onFailure), {
    status: endpoint.status,
    headers: {
      'Content-Type': endpoint.responseType,
      'Content-Disposition': `inline; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
      'X-Content-Type-Options': 'nosniff',
      ...(rows !== undefined && { 'X-Row-Count': String(rows) }),
      ...headers,
    },
  });
}

/** Reads only as fast as the receiver takes data, and stops when it disconnects. */
function streamOf(content: StreamedFile['content'], onFailure: DownloadOptions['onFailure']): ReadableStream {
  async function* told() {
    try {
      yield* content;
    } catch (error) {
      onFailure(error);
      throw error;
    }
  }
  return NodeReadableStream.from(told()) as ReadableStream;
}
