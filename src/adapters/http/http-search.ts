import { searchAll } from '#api/catalogue.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Search } from '#ports/search.ts';
import type { ApiClient } from './api-client.ts';

/** Searching over HTTP. */
export function createHttpSearch(client: ApiClient): Search {
  return {
    async find(q) {
      return mapResult(await client.call(searchAll, { query: { q } }), ({ data }) => data);
    },
  };
}
