import { fc } from '@fast-check/vitest';
import { propertySeed } from '#test/run-length.ts';

/** Every property starts with the seed of the run, so that a commit always has the same result. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });
