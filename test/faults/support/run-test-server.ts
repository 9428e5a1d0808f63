import { runShop } from '#app/start/run-shop.ts';

/**
 * Runs the shop's server as `npm start` does, but without pages, so that no build is needed. Settings come
 * from the environment.
 */
await runShop({
  build: () => Promise.reject(new Error('This process has no pages')),
  before: (_request, _response, next) => next(),
});
