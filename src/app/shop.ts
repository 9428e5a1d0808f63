import { once } from 'node:events';
import { join } from 'node:path';
import type { Result } from '#core/rules/result.ts';
import { ok } from '#core/rules/result.ts';
import type { CommandResult } from '#server/cli/command.ts';
import { describeCommands, readCommand, readDatabaseCommand } from '#server/cli/commands.ts';
import { projectRoot } from '#server/files/project-root.ts';
import type { Config } from './config.ts';
import { listSettings, readConfig } from './config.ts';
import { withOperatorContext, withOperatorPostgres } from './operator-context.ts';

/**
 * Runs `npm run shop -- COMMAND`: one command of `src/server/cli`. Exit code 0: done, 1: not found or
 * refused, 2: wrong arguments.
 */
async function run(args: readonly string[]): Promise<number> {
  if (args.length === 0 || args[0] === 'help') {
    console.log(describeCommands().join('\n'));
    return 0;
  }
  const command = readAnyCommand(args);
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
    console.error(error instanceof Error ? error.message : error);
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
        return say(await onDatabase.value({ connectionString, now: new Date(), settings, mediaDir }));
      }),
    );
  }
  const command = onDatabase ?? readCommand(args);
  if (!command.ok) return command;
  // The context must stay open until the result is written, because some results are read from the database
  // meanwhile.
  return ok((config) => withOperatorContext(config, async (context) => say(await command.value(context))));
}

/**
 * Writes a result to standard output or a failure to standard error, at the speed of the reader. Returns the
 * exit code.
 */
async function say({ exit, text }: CommandResult): Promise<number> {
  const stream = exit === 0 ? process.stdout : process.stderr;
  for await (const part of text) {
    if (!stream.write(part)) await once(stream, 'drain');
  }
  return exit;
}

// The receiver of a pipe, such as `head`, may close it early.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 0 : 1);
});
process.exitCode = await run(process.argv.slice(2));
