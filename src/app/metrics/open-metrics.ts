import type { Config } from '#app/settings/config.ts';
import type { Measures } from './measures.ts';

/**
 * Opens the metrics of this process if `METRICS_ADDRESS` is set; otherwise null, and no code is loaded
 * (docs/behaviour/operations.md#metrics).
 */
export async function openMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  started: AsyncDisposableStack,
): Promise<Measures | null> {
  if (metrics === null) return null;
  const [{ createMeasures }, { serveMetrics }] = await Promise.all([
    import('./measures.ts'),
    import('./serve-metrics.ts'),
  ]);
  const measures = createMeasures(() => performance.now());
  started.defer(await serveMetrics(metrics, measures));
  return measures;
}
