import { type LoadOptions, type Measured, putLoad } from './load.ts';
import { handleRequests } from './worker-process.ts';

/** Generates the load in its own process, so that its processor time is not counted as the shop's. */
handleRequests<LoadOptions, Measured>(putLoad);
process.on('SIGTERM', () => process.exit(0));
