import type { Config } from '#app/settings/config.ts';
import type { Measures } from './measures.ts';

/**
 * Opens the figures of this process, when `METRICS_ADDRESS` asks for them; null, and nothing is loaded, when it does
 * not (docs/behaviour/operations.md#metrics).
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
