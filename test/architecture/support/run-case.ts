import type { CapturingGateway, ChargeRequest, PaymentGateway } from '#ports/payment-gateway.ts';
import type { KitCases } from '#test/kits/run-kit.ts';

/** Runs a test of a kit with a changed harness, which is put away whatever comes of it. */
export async function runCase<Harness extends { dispose(): Promise<void> }>(
  cases: KitCases<Harness>,
  title: string,
  create: () => Promise<Harness>,
  change: (harness: Harness) => Harness = (harness) => harness,
): Promise<void> {
  const run = cases[title];
  if (run === undefined) throw new Error(`There is no test "${title}"`);
  const harness = await create();
  try {
    await run(change(harness));
  } finally {
    await harness.dispose();
  }
}

/** A harness with methods of its gateway replaced, and of those of other processes. */
export function withGateway<
  Gateway extends object,
  Harness extends { readonly gateway: Gateway; another(): Promise<Gateway> },
>(harness: Harness, change: (gateway: Gateway) => Partial<Gateway>): Harness {
  const changed = (gateway: Gateway) => ({ ...gateway, ...change(gateway) });
  return {
    ...harness,
    gateway: changed(harness.gateway),
    another: async () => changed(await harness.another()),
  };
}

/** A gateway that charges something else than it is asked for. */
export const charging =
  (change: (request: ChargeRequest) => Partial<ChargeRequest>) =>
  (gateway: Pick<PaymentGateway, 'charge'>): Pick<PaymentGateway, 'charge'> => ({
    charge: (request) => gateway.charge({ ...request, ...change(request) }),
  });

type Asked = 'charge' | 'findCharge' | 'chargeStored' | 'capture' | 'release' | 'refund' | 'vault';
type Told<Call extends Asked> = Awaited<ReturnType<CapturingGateway[Call]>>;

/** A gateway that tells something else than what has come of a call. */
export const answering =
  <Call extends Asked>(
    name: Call,
    change: (
      told: Told<Call>,
      ...given: Parameters<CapturingGateway[Call]>
    ) => Told<Call> | Promise<Told<Call>>,
  ) =>
  (gateway: Pick<CapturingGateway, Call>): Pick<CapturingGateway, Call> => {
    const call = gateway[name] as unknown as (...given: unknown[]) => Promise<Told<Call>>;
    const changed = async (...given: Parameters<CapturingGateway[Call]>) =>
      change(await call(...given), ...given);
    return { [name]: changed } as unknown as Pick<CapturingGateway, Call>;
  };
