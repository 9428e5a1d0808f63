import { sendMessage } from '#api/marketing.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Contact } from '#ports/contact.ts';
import type { ApiClient } from './api-client.ts';

/** Messages over HTTP. */
export function createHttpContact(client: ApiClient): Contact {
  return {
    async send(body) {
      return mapResult(await client.call(sendMessage, { body }), () => null);
    },
  };
}
