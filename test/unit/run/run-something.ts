import { runCommand } from '#test/run/run-command.ts';
import { useOwnTemporaryFolder } from '#test/run/temporary-folder.ts';

/** A small test run for `interrupted-run.long.test.ts`: one stage, which starts one program and never ends. */
useOwnTemporaryFolder();
await runCommand(['node', 'test/unit/run/start-program.ts']);
