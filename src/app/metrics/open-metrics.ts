import type { Config } from '#app/settings/config.ts';
import type { ProcessMetrics } from './process-metrics.ts';

/**
 * Opens the metrics of this process if `METRICS_ADDRESS` is set; otherwise null, and no code is loaded
 * (docs/behaviour/operations.md#metrics).
 */
export async function openMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  started: AsyncDisposableStack,
): Promise<ProcessMetrics | null> {
  if (metrics === null) return null;
  const [{ createProcessMetrics }, { serveMetrics }] = await Promise.all([
    import('./process-metrics.ts'),
    import('./serve-metrics.ts'),
  ]);
  const processMetrics = createProcessMetrics(() => performance.now());
  started.defer(await serveMetrics(metrics, processMetrics));
  return processMetrics;
}
