import { fc } from '@fast-check/vitest';

/**
 * Stops a property after 25,000 milliseconds, below vitest's time limit (`vitest.config.ts`): a failure is
 * reported with the smallest counterexample so far, and a slow machine makes fewer runs instead of a failure.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), interruptAfterTimeLimit: 25_000 });
