import { listPayments } from '#api/payments.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Payments } from '#ports/payments.ts';
import type { ApiClient } from './api-client.ts';

/** Payment lists over HTTP. */
export function createHttpPayments(client: ApiClient): Payments {
  return {
    async list({ number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listPayments, { query }), ({ data, meta }) => ({
        items: data.map(({ id, attributes }) => ({ id, ...attributes })),
        ...meta.page,
      }));
    },
  };
}
