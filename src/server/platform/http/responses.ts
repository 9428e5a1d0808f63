import type * as z from 'zod/mini';
import type { Endpoint, fileResponse } from '#api/endpoint.ts';

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

/** A file for display in the browser, with its download name. */
export function downloadResponse(
  { filename, content }: z.output<typeof fileResponse>,
  { endpoint, headers }: { readonly endpoint: Endpoint; readonly headers: Readonly<Record<string, string>> },
): Response {
  return new Response(content, {
    status: endpoint.status,
    headers: {
      'Content-Type': endpoint.responseType,
      'Content-Disposition': `inline; filename="${filename.replaceAll(/[^\w.-]/g, '_')}"`,
      'X-Content-Type-Options': 'nosniff',
      ...headers,
    },
  });
}
