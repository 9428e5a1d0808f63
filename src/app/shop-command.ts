import { once } from 'node:events';
import { join } from 'node:path';
import { createPinoLog } from '#adapters/log/pino-log.ts';
import { ok, type Result } from '#core/rules/basics/result.ts';
import { auditCommand, auditTimeoutMs } from '#server/operations/books/audit-books.ts';
import { type CommandResult, printable } from '#server/operations/commands/command.ts';
import {
  describeCommands,
  readCheckCommand,
  readCommand,
  readDatabaseCommand,
} from '#server/operations/commands/commands.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { checkReadiness } from './check-readiness.ts';
import { type Config, listSettings, readConfig } from './settings/config.ts';
import { maskOutput } from './start/mask-output.ts';
import { openMedia } from './wiring/create-server-context.ts';
import { withOperatorContext, withOperatorPostgres } from './wiring/operator-context.ts';

/**
 * Runs `npm run shop -- COMMAND`: one command of `src/server/operations`. Exit code 0: done, 1: not found or
 * refused, 2: wrong arguments.
 */
async function run(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === 'help') {
    console.log(describeCommands().join('\n'));
    return 0;
  }
  const check = readCheckCommand(args);
  if (check?.ok)
    return say(
      await check.value({
        runChecks: (options) => checkReadiness({ environment: process.env }, options),
      }),
    );
  const command = check ?? readAnyCommand(args);
  if (!command.ok) {
    console.error(command.error.join('\n'));
    return 2;
  }
  const config = await readConfig(process.env);
  if (!config.ok) {
    console.error(config.error.join('\n'));
    return 2;
  }
  try {
    return await command.value(config.value);
  } catch (error) {
    console.error(printable(error instanceof Error ? error.message : String(error)));
    return 1;
  }
}

/** Returns a function that runs the command with a configuration and returns the exit code. */
function readAnyCommand(
  args: readonly string[],
): Result<(config: Config) => Promise<number>, readonly string[]> {
  const onDatabase = readDatabaseCommand(args);
  if (onDatabase?.ok) {
    return ok((config) =>
      withOperatorPostgres(config, async (connectionString) => {
        const settings = await listSettings(process.env);
        const mediaDir = join(projectRoot, 'content/clips');
        const log = createPinoLog({
          level: 'error',
          destination: { write: (line) => process.stderr.write(line) },
        });
        const openFilms = () => openMedia(config, log);
        return say(
          await onDatabase.value({ connectionString, now: new Date(), settings, mediaDir, openFilms }),
        );
      }),
    );
  }
  const command = onDatabase ?? readCommand(args);
  if (!command.ok) return command;
  // Longer than PostgreSQL's own limit for the audit's statements.
  const queryTimeoutMs = args[0] === auditCommand.name ? auditTimeoutMs + 10_000 : undefined;
  // The context must stay open until the result is written, because some results are read from the database
  // meanwhile.
  return ok((config) =>
    withOperatorContext(config, async (context) => say(await command.value(context)), queryTimeoutMs),
  );
}

/** Results are printed unmasked: the number of a parcel or of an account may look like a card number. */
const writeResult = process.stdout.write.bind(process.stdout);
maskOutput();

/** Writes a result to standard output or a failure to standard error, at the reader's speed. Returns the exit code. */
async function say({ exit, text }: CommandResult): Promise<number> {
  const stream = exit === 0 ? process.stdout : process.stderr;
  for await (const part of text) {
    const isTaken = exit === 0 ? writeResult(printable(part)) : stream.write(printable(part));
    if (!isTaken) await once(stream, 'drain');
  }
  return exit;
}

// A pipe's reader, such as `head`, may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await run(process.argv.slice(2));
