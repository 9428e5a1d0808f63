import { createServer } from 'node:http';
import type { Config } from '#app/settings/config.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/**
 * Serves `/metrics` at its own address, which no proxy forwards (docs/behaviour/operations.md#metrics). Returns a
 * function that stops it. Throws an error that names the setting if the address cannot be used.
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metrics']>,
  metrics: Pick<ProcessMetrics, 'text' | 'contentType'>,
): Promise<() => Promise<void>> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' }).end(text);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(
        new Error(`METRICS_ADDRESS is "${host}:${port}", where nothing can be served: ${cause.message}`, {
          cause,
        }),
      ),
    );
    server.listen(port, host, resolve);
  });
  return async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
}
