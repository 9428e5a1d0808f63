import type { Infer } from '#core/model/primitives.ts';
import { jobNames, type systemOverview } from '#core/model/system.ts';
import { jobStateOf } from '#core/rules/operations/job-state.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Maximum number of backups listed. */
const listed = 10;

/** Describes how the shop runs: settings in effect without secrets, modules in use, jobs, backups. */
export async function describeSystem({
  db,
  clock,
  settings: { mode },
  readConfiguration,
}: Pick<ServerContext, 'db' | 'clock' | 'settings' | 'readConfiguration'>): Promise<
  Infer<typeof systemOverview>
> {
  const [configuration, runs, backups] = await Promise.all([
    readConfiguration?.() ?? { settings: {}, modules: [] },
    db.selectFrom('job_runs').selectAll().execute(),
    db.selectFrom('backups').selectAll().orderBy('made_at', 'desc').limit(listed).execute(),
  ]);
  const now = clock.now();
  return {
    mode,
    settings: Object.entries(configuration.settings).map(([name, value]) => ({ name, value })),
    modules: configuration.modules,
    jobs: jobNames.map((name) => {
      const run = runs.find((one) => one.name === name);
      const finishedAt = run?.finished_at?.getTime() ?? null;
      const failures = run?.failures ?? 0;
      return {
        name,
        state: jobStateOf({ name, finishedAt, failures }, now),
        finished_at: run?.finished_at?.toISOString() ?? null,
        failed_at: run?.failed_at?.toISOString() ?? null,
        failure: run?.failure ?? null,
        failures,
      };
    }),
    backups: backups.map(({ made_at, folder, rows }) => ({
      made_at: made_at.toISOString(),
      folder,
      rows: Number(rows),
    })),
  };
}
