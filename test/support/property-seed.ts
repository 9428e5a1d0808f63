import { fc } from '@fast-check/vitest';
import { propertySeed } from '#test/run-length.ts';

/** Every property begins at the run's seed, so that one commit gives one result. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: propertySeed });
