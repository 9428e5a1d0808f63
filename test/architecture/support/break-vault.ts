import { cents } from '#core/rules/money.ts';
import type { CardGateway } from '#ports/payment-gateway.ts';
import type { CardGatewayBreak } from './break-gateway.ts';
import { broken, declined, isAway, withoutNumber } from './break-gateway.ts';

const chargesKept = 'charges a payment method that was kept, any number of times';
const keptOnce = 'charges a payment method that was kept once under one key';
const anothers = 'refuses another customer’s stored card';
const guestNames = 'takes nothing of a guest who names somebody’s stored card';
const keepsOnly = 'keeps a payment method without charging it';
const keepsNoBad = 'keeps no payment method that is declined, spent or unknown';

/** Records the customer to whom each stored payment method belongs. */
function rememberOwners(gateway: CardGateway) {
  const owners = new Map<string, string>();
  const vault: CardGateway['vault'] = async (request) => {
    const outcome = await gateway.vault(request);
    if (outcome.outcome === 'vaulted') owners.set(outcome.vault_token, request.customer_id);
    return outcome;
  };
  return { calls: { vault }, of: (token: string) => owners.get(token) };
}

export const brokenVault: readonly CardGatewayBreak[] = [
  broken(
    'lets anybody charge a kept payment method',
    (gateway) => {
      const owners = rememberOwners(gateway);
      return {
        ...owners.calls,
        chargeStored: (request) =>
          gateway.chargeStored({
            ...request,
            customer_id: owners.of(request.vault_token) ?? request.customer_id,
          }),
      };
    },
    [anothers],
  ),
  broken(
    'takes the name of a kept payment method for a nonce',
    (gateway) => {
      const owners = rememberOwners(gateway);
      return {
        ...owners.calls,
        charge(request) {
          const { attempt_key, order_code, amount, payment_method_nonce: vault_token } = request;
          const customer_id = owners.of(vault_token);
          return customer_id === undefined
            ? gateway.charge(request)
            : gateway.chargeStored({ attempt_key, order_code, amount, vault_token, customer_id });
        },
      };
    },
    [guestNames],
  ),
  broken(
    'takes the name of a kept payment method for its owner’s nonce',
    (gateway) => {
      const owners = rememberOwners(gateway);
      return {
        ...owners.calls,
        charge(request) {
          const { attempt_key, order_code, amount, payment_method_nonce: vault_token } = request;
          const customer_id = owners.of(vault_token);
          return customer_id === undefined || customer_id !== request.customer_id
            ? gateway.charge(request)
            : gateway.chargeStored({ attempt_key, order_code, amount, vault_token, customer_id });
        },
      };
    },
    [guestNames],
  ),
  broken(
    'charges a kept payment method once only',
    (gateway) => {
      const used = new Set<string>();
      return {
        async chargeStored(request) {
          if (used.has(request.vault_token)) return declined('NONCE_CONSUMED');
          used.add(request.vault_token);
          return gateway.chargeStored(request);
        },
      };
    },
    [chargesKept, keptOnce],
  ),
  broken(
    'charges a kept payment method twice under one key',
    (gateway) => {
      let number = 0;
      return {
        chargeStored(request) {
          number += 1;
          return gateway.chargeStored({ ...request, attempt_key: `${request.attempt_key}/${number}` });
        },
      };
    },
    [keptOnce],
  ),
  broken(
    'charges what it should only keep',
    (gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome === 'vaulted') {
          const taken = await gateway.chargeStored({
            attempt_key: `KEPT/${request.customer_id}`,
            order_code: 'KEPT',
            amount: cents(100),
            vault_token: outcome.vault_token,
            customer_id: request.customer_id,
          });
          if (taken.outcome === 'authorised') await gateway.capture(taken.transaction_id);
        }
        return outcome;
      },
    }),
    [keepsOnly],
  ),
  broken(
    'shows the whole number of a kept card',
    (gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome !== 'vaulted') return outcome;
        return { ...outcome, method: { ...outcome.method, last_four: '4111111111111881' } };
      },
    }),
    [keepsOnly],
  ),
  broken(
    'keeps what the bank declines',
    (gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome !== 'declined' || outcome.reason !== 'PROCESSOR_DECLINED') return outcome;
        const method = { kind: 'card', brand: 'visa', last_four: '1881' } as const;
        return { outcome: 'vaulted', vault_token: 'vault:declined', method };
      },
    }),
    [keepsNoBad],
  ),
  broken(
    'takes a lost answer to keeping for a decline',
    (gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome !== 'unknown' || (await isAway(gateway))) return outcome;
        return { outcome: 'declined', reason: 'PROCESSOR_DECLINED' };
      },
    }),
    [keepsNoBad],
  ),
  broken(
    'leaves the nonce of a kept payment method as it was',
    (gateway) => ({
      vault: (request) => gateway.vault({ ...request, payment_method_nonce: withoutNumber(request) }),
    }),
    ['uses up the nonce of a payment method that is kept'],
  ),
  broken(
    'declines to keep while the provider is out of reach',
    (gateway) => ({
      async vault(request) {
        if (await isAway(gateway)) return { outcome: 'declined', reason: 'PROCESSOR_DECLINED' };
        return gateway.vault(request);
      },
    }),
    ['keeps nothing while the provider is out of reach'],
  ),
];
