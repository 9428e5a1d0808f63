import { answerQuestions } from './asked-process.ts';
import { type LoadOptions, type Measured, putLoad } from './load.ts';

/** Generates the load in its own process, so that its processor time is not counted as the shop's. */
answerQuestions<LoadOptions, Measured>(putLoad);
process.on('SIGTERM', () => process.exit(0));
