import { cents } from '#core/rules/basics/money.ts';
import type { CardGateway, ChargeRequest } from '#ports/payment-gateway.ts';
import {
  broken,
  type CardGatewayBreak,
  cardsInTime,
  cardTrickles,
  declined,
  isAway,
  silentCards,
  unreadableCard,
  withoutNumber,
} from './break-gateway.ts';
import { returning } from './run-case.ts';

const chargesKept = 'charges a stored payment method any number of times';
const keptOnce = 'charges a stored payment method only once for one key';
const anothers = 'refuses the stored card of another customer';
const guestNames = 'charges nothing when a guest sends the token of a stored card';
const keepsOnly = 'stores a payment method without charging it';
const restarted = 'charges a stored card in another process than the one that stored it, as after a restart';
const keepsNoBad = 'stores no payment method that is declined, used or unknown';

/** Records the customer to whom each stored payment method belongs. */
function rememberOwners(gateway: CardGateway) {
  const owners = new Map<string, string>();
  const vault: CardGateway['vault'] = async (request) => {
    const outcome = await gateway.vault(request);
    if (outcome.outcome === 'vaulted') owners.set(outcome.vault_token, request.customer_id);
    return outcome;
  };
  return { calls: { vault }, note: owners.set.bind(owners), of: (token: string) => owners.get(token) };
}

/** Charges the token of a stored payment method when it is sent as a nonce, if `isAllowed` for its owner. */
function acceptVaultTokens(isAllowed: (owner: string, request: ChargeRequest) => boolean) {
  return (gateway: CardGateway): Partial<CardGateway> => {
    const owners = rememberOwners(gateway);
    return {
      ...owners.calls,
      charge(request) {
        const { attempt_key, order_code, amount, payment_method_nonce: vault_token } = request;
        const customer_id = owners.of(vault_token);
        return customer_id === undefined || !isAllowed(customer_id, request)
          ? gateway.charge(request)
          : gateway.chargeStored({ attempt_key, order_code, amount, vault_token, customer_id });
      },
    };
  };
}

export const brokenVault: readonly CardGatewayBreak[] = [
  broken(
    'charges only the cards that its own process has stored',
    (gateway) => {
      const owners = rememberOwners(gateway);
      return {
        ...owners.calls,
        async charge(request) {
          const outcome = await gateway.charge(request);
          if ('vault_token' in outcome && outcome.vault_token !== null)
            owners.note(outcome.vault_token, String(request.customer_id));
          return outcome;
        },
        chargeStored: async (request) =>
          owners.of(request.vault_token) === undefined
            ? declined('NONCE_CONSUMED')
            : gateway.chargeStored(request),
      };
    },
    [restarted],
  ),
  broken(
    'tells other digits of a card that it stores',
    returning('vault', (kept) =>
      kept.outcome === 'vaulted' ? { ...kept, method: { ...kept.method, last_four: '0000' } } : kept,
    ),
    [keepsOnly],
  ),
  broken(
    'lets any customer charge a stored payment method',
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
    'accepts the token of a stored payment method as a nonce',
    acceptVaultTokens(() => true),
    [guestNames],
  ),
  broken(
    'accepts the token of a stored payment method as a nonce of its owner',
    acceptVaultTokens((owner, request) => owner === request.customer_id),
    [guestNames],
  ),
  broken(
    'charges a stored payment method only once',
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
    [chargesKept, keptOnce, silentCards, unreadableCard],
  ),
  broken(
    'charges a stored payment method twice under one key',
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
    'charges a card that it should only store',
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
    'stores a card that the bank declines',
    returning('vault', (outcome) => {
      if (outcome.outcome !== 'declined' || outcome.reason !== 'PROCESSOR_DECLINED') return outcome;
      const method = { kind: 'card', brand: 'visa', last_four: '1881' } as const;
      return { outcome: 'vaulted', vault_token: 'vault:declined', method };
    }),
    [keepsNoBad],
  ),
  broken(
    'reports a lost response as a decline when it stores a card',
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
    'does not use up the nonce of a stored payment method',
    (gateway) => ({
      vault: (request) => gateway.vault({ ...request, payment_method_nonce: withoutNumber(request) }),
    }),
    ['uses up the nonce of a payment method that it stores'],
  ),
  broken(
    'reports a decline instead of unknown when it cannot store a card',
    (gateway) => ({
      async vault(request) {
        if (await isAway(gateway)) return { outcome: 'declined', reason: 'PROCESSOR_DECLINED' };
        return gateway.vault(request);
      },
    }),
    [
      'stores nothing while the provider is unreachable',
      silentCards,
      cardsInTime,
      unreadableCard,
      cardTrickles,
    ],
  ),
];
