import { runShop } from '#app/run-shop.ts';
import { answerQuestions } from './asked-process.ts';
import { processUse } from './process-use.ts';

/**
 * The shop's own process, as `npm start` runs it, with its jobs and without its pages: nothing here needs a build. Settings
 * come from the environment. Asked, it says what it has used.
 */
answerQuestions(async () => processUse());
await runShop({
  build: () => Promise.reject(new Error('This process has no pages')),
  before: (_request, _response, next) => next(),
});
