import type { CardGatewayHarness } from 'meisterhand/kits';
import { startSimulator } from '../simulator/simulator.ts';
import { createAcmeGateway } from '../src/acme-gateway.ts';
import { nonceOf } from './nonces.ts';

/** Opens the gateway with its own simulator, for the kit. */
export async function openAcmePay(): Promise<CardGatewayHarness> {
  const { url, key, ledger, hang, answer, trickle, moneyRequests, close } = await startSimulator();
  const timeLimit = 2_000;
  const captured = () => ledger.payments().filter(({ status }) => status === 'captured');
  const open = () => createAcmeGateway({ url, key, account: 'simulator', timeLimit });
  return {
    gateway: open(),
    another: async () => open(),
    timeLimit,
    method: { kind: 'card', brand: 'visa', last_four: '0063' },
    nonce: async (kind) => nonceOf(ledger, kind),
    async act(attemptKey, choice) {
      const id = ledger.payments().find(({ key: one }) => one === attemptKey)?.id ?? '';
      ledger.act(id, choice === 'decline' ? 'refuse' : choice);
    },
    tellUnknownState: async (attemptKey) => ledger.tell(attemptKey, 'partially_captured'),
    async taken(orderCode) {
      const counted = captured().filter(({ reference }) => orderCode === null || reference === orderCode);
      return counted.reduce((sum, { amount }) => sum + amount, 0);
    },
    async refunded(orderCode) {
      const ids = captured()
        .filter(({ reference }) => reference === orderCode)
        .map(({ id }) => id);
      const counted = ledger.refunds().filter(({ payment }) => ids.includes(payment));
      return counted.reduce((sum, { amount }) => sum + amount, 0);
    },
    storedCards: async () => ledger.storedCards(),
    async told(attemptKey) {
      const request = ledger.requestOf(attemptKey);
      if (request === undefined) return {};
      const { return_url, locale, statement, series, currency, amount, reference, customer } = request;
      return {
        return_url,
        locale,
        statement_descriptor: statement,
        begins_series: series,
        currency,
        amount,
        order_code: reference,
        customer_id: customer,
      };
    },
    deviceData: async () => ledger.devices,
    cutOff: close,
    hang: async () => hang(),
    answer: async (status, body) => answer(status, body),
    trickle: async () => trickle(),
    moneyRequests: async () => moneyRequests(),
    dispose: close,
  };
}
