import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { everyCall, type PageGatewayHarness, pageRequest, waiting } from './page-gateway-harness.ts';
import { misleadingBody, tokenRequestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectOneRequest } from './unreadable-responses-cases.ts';
import { watchProcess } from './watch-process.ts';

/** Responses that tell nothing, of a provider on whose page buyers pay. */
export const unreadablePageCases: KitCases<PageGatewayHarness> = {
  async 'opens no second page and repeats no refund by itself when the response was lost, refused or cannot be read'(
    harness,
  ) {
    const { gateway } = harness;
    const settle = () => gateway.createClientToken(tokenRequestFor(null));
    await harness.loseNext('response');
    await expectOneRequest(harness, () => gateway.charge(pageRequest()), settle);
    const { key, id } = await waiting(harness);
    await harness.act(key, 'pay');
    for (const [status, body] of [
      [503, misleadingBody],
      [200, ''],
    ] as const) {
      await harness.answer(status, body);
      await expectOneRequest(harness, () => gateway.charge(pageRequest()), settle);
      await expectOneRequest(harness, () => gateway.refund(id, cents(100), `refund-${status}`), settle);
    }
  },

  async 'leaves no timer behind when a call has returned, whether it went well or not'(harness) {
    const { gateway } = harness;
    const well = await watchProcess(async () => {
      const subject = await waiting(harness);
      await gateway.findCharge(subject.key);
      await gateway.cancelAction(subject.key, subject.id);
      return subject;
    });
    await harness.answer(503, misleadingBody);
    const badly = await watchProcess(() => everyCall(harness, well.value));
    expect([...well.timers, ...badly.timers]).toEqual([]);
  },
};
