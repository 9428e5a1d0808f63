import { answerQuestions } from './asked-process.ts';
import type { LoadOptions, Measured } from './load.ts';
import { putLoad } from './load.ts';

/** The process that creates the load, so that its work is not counted as the shop's. */
answerQuestions<LoadOptions, Measured>(putLoad);
process.on('SIGTERM', () => process.exit(0));
