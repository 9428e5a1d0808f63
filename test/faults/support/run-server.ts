import { runShop } from '#app/run-shop.ts';

/**
 * The shop's own process, as `npm start` runs it, without its pages: nothing here needs a build. Settings come from the
 * environment.
 */
await runShop({
  build: () => Promise.reject(new Error('This process has no pages')),
  before: (_request, _response, next) => next(),
});
