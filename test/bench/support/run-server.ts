import { runShop } from '#app/run-shop.ts';
import { answerQuestions } from './asked-process.ts';
import { processUse } from './process-use.ts';

/**
 * The shop's process as `npm start` runs it, with its jobs and without its pages, so that no build is needed. Settings
 * come from the environment. It reports its use of processor and memory on request.
 */
answerQuestions(async () => processUse());
await runShop({
  build: () => Promise.reject(new Error('This process has no pages')),
  before: (_request, _response, next) => next(),
});
