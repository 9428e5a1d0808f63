import { fc } from '@fast-check/vitest';

/**
 * A property stops after so many milliseconds, short of vitest's time limit (`vitest.config.ts`): a failure is then
 * reported with the smallest counterexample so far, and a slow machine makes fewer runs instead of a failure.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 25_000 });
