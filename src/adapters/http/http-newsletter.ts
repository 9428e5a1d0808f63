import { confirmNewsletter, leaveNewsletter, subscribeToNewsletter } from '#api/marketing.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Newsletter } from '#ports/newsletter.ts';
import type { ApiClient } from './api-client.ts';

/** The newsletter over HTTP. */
export function createHttpNewsletter(client: ApiClient): Newsletter {
  return {
    async subscribe(body) {
      return mapResult(await client.call(subscribeToNewsletter, { body }), () => null);
    },
    async confirm(token) {
      return mapResult(await client.call(confirmNewsletter, { body: { token } }), () => null);
    },
    async leave(token) {
      return mapResult(await client.call(leaveNewsletter, { query: { token } }), () => null);
    },
  };
}
