import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A received span. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly {
    readonly key: string;
    readonly value: { readonly stringValue?: string; readonly intValue?: number };
  }[];
}

/** Accepts traces by OTLP over HTTP, with JSON, as an OpenTelemetry collector does. */
export async function startOtlpCollector() {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST' || request.url !== '/v1/traces') {
      response.writeHead(404).end();
      return;
    }
    bodies.push(await text(request));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Everything that was sent, as text. */
    sent: () => bodies.join('\n'),
    spans: (): readonly CollectedSpan[] =>
      bodies
        .flatMap((body) => JSON.parse(body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
