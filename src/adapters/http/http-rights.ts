import { declareCancellation, declareWithdrawal } from '#api/consumer-rights.ts';
import type { DeclarationReceipt } from '#core/model/declaration.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Rights } from '#ports/rights.ts';
import type { ApiClient } from './api-client.ts';

interface ReceiptDocument {
  readonly data: { readonly id: string; readonly attributes: { readonly received_at: string } };
}

function toReceipt({ data }: ReceiptDocument): DeclarationReceipt {
  return { reference: data.id, received_at: data.attributes.received_at };
}

/** Withdrawals and cancellations over HTTP. */
export function createHttpRights(client: ApiClient): Rights {
  return {
    async withdraw({ lines, ...declared }) {
      const body = { ...declared, lines: lines === null ? null : [...lines] };
      return mapResult(await client.call(declareWithdrawal, { body }), toReceipt);
    },
    async cancel(body) {
      return mapResult(await client.call(declareCancellation, { body }), toReceipt);
    },
  };
}
