import type { JobName } from '#core/model/system.ts';

const minute = 60_000;

/** Maximum duration of a run in milliseconds; jobs look for work every few seconds. */
const usual = 10 * minute;

/** Making a film takes hours. */
const longest: Readonly<Partial<Record<JobName, number>>> = { 'make-films': 12 * 60 * minute };

interface JobRun {
  readonly name: JobName;
  /** End of the last successful run, in milliseconds since the epoch; null if there was none. */
  readonly finishedAt: number | null;
  /** Number of consecutive failed runs. */
  readonly failures: number;
}

/** Returns the state of a job (docs/behaviour/operations.md#how-the-shop-runs). */
export function jobStateOf(
  { name, finishedAt, failures }: JobRun,
  now: number,
): 'running' | 'late' | 'failing' | 'never' {
  if (failures > 0) return 'failing';
  if (finishedAt === null) return 'never';
  return now - finishedAt > (longest[name] ?? usual) ? 'late' : 'running';
}
