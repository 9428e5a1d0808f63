import type { PageGatewayHarness } from 'meisterhand/kits';
import { startSimulator } from '../simulator/simulator.ts';
import { createDirectGateway } from '../src/direct-gateway.ts';

const surprises = {
  other_currency: { status: 'paid', currency: 'USD' },
  part: { status: 'paid', amount: 5_000 },
  unknown_state: { status: 'partially_settled' },
  unknown_field: { risk: 'low' },
} as const;

/** Opens the gateway with its own simulator, for the kit. */
export async function openDirectPay(): Promise<PageGatewayHarness> {
  const simulator = await startSimulator();
  const { url, key, ledger } = simulator;
  const timeLimit = 2_000;
  const ofKey = (attemptKey: string) => ledger.payments().filter((one) => one.key === attemptKey);
  const act = async (attemptKey: string, choice: Parameters<typeof ledger.act>[1]) => {
    for (const { id } of ofKey(attemptKey)) await simulator.act(id, choice);
  };
  const open = () => createDirectGateway({ url, key, account: 'simulator', timeLimit });
  return {
    gateway: open(),
    another: async () => open(),
    timeLimit,
    method: { kind: 'provider_page', brand: null, last_four: null, label: 'Direct Pay' },
    opened: async (attemptKey) =>
      ofKey(attemptKey).map(({ amount, currency, return_url, locale, statement, page }) => ({
        page,
        amount,
        currency,
        return_url,
        locale,
        statement_descriptor: statement,
      })),
    act,
    decide: act,
    async taken(orderCode) {
      const counted = ledger
        .payments()
        .filter((one) => one.status === 'paid' && (orderCode === null || one.reference === orderCode));
      return counted.reduce((sum, { amount }) => sum + amount, 0);
    },
    async refunded(orderCode) {
      const ids = ledger
        .payments()
        .filter(({ reference }) => reference === orderCode)
        .map(({ id }) => id);
      const counted = ledger.refunds().filter(({ payment }) => ids.includes(payment));
      return counted.reduce((sum, { amount }) => sum + amount, 0);
    },
    async surprise(attemptKey, how) {
      for (const { id } of ofKey(attemptKey)) ledger.tell(id, surprises[how]);
    },
    withdrawOffer: async () => ledger.withdrawOffer(),
    loseNext: async (which) => simulator.loseNext(which),
    cutOff: simulator.close,
    hang: async () => simulator.hang(),
    answer: async (status, body) => simulator.answer(status, body),
    trickle: async () => simulator.trickle(),
    moneyRequests: async () => simulator.moneyRequests(),
    dispose: simulator.close,
  };
}
