import type { JobName } from '#core/model/system.ts';

const minute = 60_000;

/** A job looks for work every few seconds; one run may take this long, in milliseconds. */
const usual = 10 * minute;

/** Making a film takes hours. */
const longest: Readonly<Partial<Record<JobName, number>>> = { 'make-films': 12 * 60 * minute };

interface JobRun {
  readonly name: JobName;
  /** When a run ended well, in milliseconds since the epoch; null: never. */
  readonly finishedAt: number | null;
  /** Runs that have failed one after the other. */
  readonly failures: number;
}

/** How a job is doing (docs/behaviour/operations.md#how-the-shop-runs). */
export function jobStateOf(
  { name, finishedAt, failures }: JobRun,
  now: number,
): 'running' | 'late' | 'failing' | 'never' {
  if (failures > 0) return 'failing';
  if (finishedAt === null) return 'never';
  return now - finishedAt > (longest[name] ?? usual) ? 'late' : 'running';
}
