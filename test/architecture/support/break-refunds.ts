import type { CardGateway, RefundOutcome } from '#ports/payment-gateway.ts';
import { alikeRefunds } from './break-amounts.ts';
import { broken, type CardGatewayBreak, moment } from './break-gateway.ts';
import { returning } from './run-case.ts';

const parts = 'refunds parts of a charge, and never more than the charge';
const refundsOnce = 'refunds once when one refund arrives many times at once';
const partOnce = 'refunds a part once when it is requested many times at once';
const lateRefund = 'refunds once when a refund is repeated after hours: no key contains the time';
const refundKey = 'refuses a refund key with another amount';

export const brokenRefunds: readonly CardGatewayBreak[] = [
  broken(
    'refunds more than was charged',
    (gateway) => {
      const keys = new Set<string>();
      const charges = new Set<string>();
      return {
        async charge(request) {
          const outcome = await gateway.charge(request);
          if (outcome.outcome === 'authorised') charges.add(outcome.transaction_id);
          return outcome;
        },
        async refund(transaction, amount, key) {
          const outcome = await gateway.refund(transaction, amount, key);
          const isNew = !keys.has(key) && charges.has(transaction);
          keys.add(key);
          return outcome.outcome === 'refused' && isNew ? { outcome: 'refunded', refund_id: key } : outcome;
        },
      };
    },
    [parts],
  ),
  broken(
    'handles every refund as a new one',
    (gateway) => {
      let number = 0;
      return {
        refund(transaction, amount) {
          number += 1;
          return gateway.refund(transaction, amount, `refund-number-${number}`);
        },
      };
    },
    [parts, refundsOnce, partOnce, refundKey, lateRefund],
  ),
  broken(
    'checks for an earlier refund without a lock',
    (gateway) => {
      const made = new Map<string, RefundOutcome>();
      let number = 0;
      return {
        async refund(transaction, amount, key) {
          if (made.has(key)) return gateway.refund(transaction, amount, key);
          await moment();
          number += 1;
          const isFirst = !made.has(key);
          const outcome = await gateway.refund(transaction, amount, isFirst ? key : `${key}-${number}`);
          made.set(key, outcome);
          return outcome;
        },
      };
    },
    [refundsOnce, partOnce],
  ),
  broken(
    'returns the first refund for the same key with another amount',
    (gateway) => {
      const amounts = new Map<string, Parameters<CardGateway['refund']>[1]>();
      return {
        refund(transaction, amount, key) {
          const first = amounts.get(key) ?? amount;
          amounts.set(key, first);
          return gateway.refund(transaction, first, key);
        },
      };
    },
    [refundKey],
  ),
  broken(
    'refunds a charge that never happened',
    returning('refund', (outcome, transaction, _amount, key) => {
      const isForeign = transaction === 'no-such-transaction';
      return isForeign ? { outcome: 'refunded', refund_id: key } : outcome;
    }),
    ['refuses to refund what it never charged'],
  ),
  broken(
    'has the hour in the key of a refund',
    (gateway) => ({
      refund: (transaction, amount, key) =>
        gateway.refund(transaction, amount, `${key}-${new Date().toISOString().slice(0, 13)}`),
    }),
    [lateRefund],
  ),
  ...Object.entries({
    'ignores case in refund keys': (key: string) => key.toLowerCase(),
    'removes punctuation from refund keys': (key: string) => key.replaceAll(/\W/g, ''),
  }).map(([name, change]) =>
    broken(
      name,
      (gateway) => ({
        refund: (transaction, amount, key) => gateway.refund(transaction, amount, change(key)),
      }),
      [alikeRefunds],
    ),
  ),
  broken(
    'resolves the id of a transaction as a path',
    (gateway) => ({
      refund: (transaction, amount, key) => gateway.refund(transaction.split('/').at(-1) ?? '', amount, key),
    }),
    ['refunds nothing for an id that would change the request URL'],
  ),
];
