import type { CapturingGateway, ChargeRequest, PaymentGateway } from '#ports/payment-gateway.ts';
import type { KitCases } from '#test/kits/run-kit.ts';

/** Runs a kit test with a changed harness, and disposes of the harness. */
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

/** Replaces methods of the gateway of a harness, also in other processes. */
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

/** Changes the requests of `charge`. */
export const charging =
  (change: (request: ChargeRequest) => Partial<ChargeRequest>) =>
  (gateway: Pick<PaymentGateway, 'charge'>): Pick<PaymentGateway, 'charge'> => ({
    charge: (request) => gateway.charge({ ...request, ...change(request) }),
  });

type Method = 'charge' | 'findCharge' | 'chargeStored' | 'capture' | 'release' | 'refund' | 'vault';
type Result<Call extends Method> = Awaited<ReturnType<CapturingGateway[Call]>>;

/** Changes the results of a call. */
export const returning =
  <Call extends Method>(
    name: Call,
    change: (
      result: Result<Call>,
      ...given: Parameters<CapturingGateway[Call]>
    ) => Result<Call> | Promise<Result<Call>>,
  ) =>
  (gateway: Pick<CapturingGateway, Call>): Pick<CapturingGateway, Call> => {
    const call = gateway[name] as unknown as (...given: unknown[]) => Promise<Result<Call>>;
    const changed = async (...given: Parameters<CapturingGateway[Call]>) =>
      change(await call(...given), ...given);
    return { [name]: changed } as unknown as Pick<CapturingGateway, Call>;
  };
