import { runShop } from '#app/run-shop.ts';
import { answerQuestions } from './asked-process.ts';
import { processUse } from './process-use.ts';

/**
 * Runs the shop's server as `npm start` does, with background jobs but without pages, so that no build is
 * needed. Settings come from the environment. It reports its processor time and memory on request.
 */
answerQuestions(async () => processUse());
await runShop({
  build: () => Promise.reject(new Error('This process has no pages')),
  before: (_request, _response, next) => next(),
});
