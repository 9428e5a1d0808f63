import { expect } from 'vitest';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** An adapter with access to the reports that it has sent, as text. */
export interface ErrorReportingHarness {
  readonly reporting: ErrorReporting;
  reported(): Promise<readonly string[]>;
}

const cases: KitCases<ErrorReportingHarness> = {
  async 'a failed call is reported with operation and code'({ reporting, reported }) {
    reporting.callFailed({ operation: 'applyCoupon', code: 'USED_UP' });
    const [line = ''] = await reported();
    for (const part of ['applyCoupon', 'USED_UP']) expect(line).toContain(part);
  },
  async 'a call without a response is reported, too'({ reporting, reported }) {
    reporting.callFailed({ operation: 'getOrderById', code: 'NETWORK' });
    expect((await reported())[0]).toMatch(/getOrderById.*NETWORK/);
  },
  async 'a bug is reported, whatever was thrown'({ reporting, reported }) {
    reporting.crashed(new Error('kaputt'));
    reporting.crashed('nur Text');
    reporting.crashed(undefined);
    expect(await reported()).toHaveLength(3);
    expect((await reported())[0]).toContain('kaputt');
  },
};

/** Registers the conformance tests of `ports/error-reporting.ts` for one adapter. */
export const describeErrorReportingPort = (adapter: Tested<ErrorReportingHarness>) =>
  runKit('ErrorReporting', cases, adapter);
