import { describeAccessTokensPort } from '#test/kits/access-tokens-kit.ts';
import { createMemoryAccessTokens } from '#test/support/memory-access-tokens.ts';
import { learnerCredentials } from '#test/support/memory-shop-facts.ts';
import { openTestBrowser } from '#test/support/test-browser.ts';

describeAccessTokensPort({
  name: 'kept fresh by the core',
  async create() {
    const guest = openTestBrowser().openTab();
    const learner = openTestBrowser().openTab();
    await learner.start();
    await learner.shop.actions.logIn(learnerCredentials);
    return { guest: guest.container.get('access_tokens'), learner: learner.container.get('access_tokens') };
  },
});

describeAccessTokensPort({
  name: 'memory',
  create: async () => ({
    guest: createMemoryAccessTokens(null),
    learner: createMemoryAccessTokens('token', 'renewed'),
  }),
});
