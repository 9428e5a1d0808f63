import { listAddresses } from '#contract/addresses.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Addresses } from '#ports/addresses.ts';
import type { ApiClient } from './api-client.ts';

/** The address book over HTTP. */
export function createHttpAddresses(client: ApiClient): Addresses {
  return {
    async list() {
      return mapResult(await client.call(listAddresses, {}), ({ data, meta }) => ({
        items: data.map(({ id, attributes }) => ({ id, ...attributes })),
        ...meta.page,
      }));
    },
  };
}
