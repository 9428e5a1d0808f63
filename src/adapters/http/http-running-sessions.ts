import { endOtherSessions, endOwnSession, listSessions } from '#api/sessions.ts';
import { mapResult } from '#core/rules/result.ts';
import type { RunningSessions } from '#ports/running-sessions.ts';
import type { ApiClient } from './api-client.ts';

/** Where a learner is logged in, over HTTP. */
export function createHttpRunningSessions(client: ApiClient): RunningSessions {
  return {
    async list({ number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listSessions, { query }), ({ data, meta }) => ({
        items: data.map(({ id, attributes }) => ({ id, ...attributes })),
        ...meta.page,
      }));
    },
    async end(id) {
      return mapResult(await client.call(endOwnSession, { params: { id } }), () => null);
    },
    async endOthers() {
      return mapResult(await client.call(endOtherSessions, {}), () => null);
    },
  };
}
