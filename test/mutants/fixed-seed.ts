import { fc } from '@fast-check/vitest';
import '#test/support/property-limits.ts';

/**
 * Names of properties contain their seed, and Stryker finds the tests of a break by name: without a fixed seed it would
 * find none of them.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 1 });
