import { cents } from '#core/rules/money.ts';
import type { CardGatewayBreak } from './break-gateway.ts';
import { broken, declined, isAway, withoutNumber } from './break-gateway.ts';

const keepsForOne = 'keeps a payment method for its customer and for nobody else';
const keepsOnly = 'keeps a payment method without charging it';
const keepsNoBad = 'keeps no payment method that is declined, spent or unknown';

export const brokenVault: readonly CardGatewayBreak[] = [
  broken(
    'lets anybody charge a kept payment method',
    (gateway) => {
      const owners = new Map<string, string | null>();
      return {
        async charge(request) {
          const customer_id = owners.get(request.payment_method_nonce) ?? request.customer_id;
          const outcome = await gateway.charge({ ...request, customer_id });
          if (outcome.outcome === 'charged' && outcome.vault_token !== null)
            owners.set(outcome.vault_token, request.customer_id);
          return outcome;
        },
        async vault(request) {
          const outcome = await gateway.vault(request);
          if (outcome.outcome === 'vaulted') owners.set(outcome.vault_token, request.customer_id);
          return outcome;
        },
      };
    },
    [keepsForOne, keepsOnly],
  ),
  broken(
    'charges a kept payment method once only',
    (gateway) => {
      const used = new Set<string>();
      return {
        async charge(request) {
          const { payment_method_nonce: nonce } = request;
          if (used.has(nonce)) return declined('NONCE_CONSUMED');
          if (nonce.startsWith('vault:')) used.add(nonce);
          return gateway.charge(request);
        },
      };
    },
    [keepsForOne],
  ),
  broken(
    'charges what it should only keep',
    (gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome === 'vaulted') {
          await gateway.charge({
            ...request,
            attempt_key: `KEPT/${request.customer_id}`,
            order_code: 'KEPT',
            amount: cents(100),
            payment_method_nonce: outcome.vault_token,
            save_payment_method: false,
          });
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
