import type { FaultOrder, GatewayState, Transaction } from '#test/braintree-gateway/gateway-state.ts';
import { simulatedGatewayUrl } from './payment-provider.ts';
import { ownShop } from './shop-places.ts';

/** Controls the simulated Braintree gateway of this worker's shop. */
export const simulatedGateway = {
  /** Adds faults for the next requests. */
  async addFaults(...faults: readonly FaultOrder[]): Promise<void> {
    await control('POST', 'faults', faults);
  },
  /** Removes all faults. */
  async clearFaults(): Promise<void> {
    await control('DELETE', 'faults');
  },
  /** Changes what the merchant account can do. */
  async change(settings: Partial<GatewayState['settings']>): Promise<void> {
    await control('POST', 'settings', settings);
  },
  /** Settles everything that was charged until now. */
  async settle(): Promise<void> {
    await control('POST', 'settle');
  },
  async transactions(): Promise<readonly Transaction[]> {
    const ledger = (await control('GET', 'ledger')) as { readonly transactions: readonly Transaction[] };
    return ledger.transactions;
  },
};

async function control(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${simulatedGatewayUrl(ownShop())}/control/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`The simulated gateway responded ${response.status} to ${path}`);
  return response.json();
}
