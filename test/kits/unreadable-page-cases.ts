import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import { everyCall, openPage, type PageGatewayHarness, pageRequest } from './page-gateway-harness.ts';
import { misleadingBody, tokenRequestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectOneRequest } from './unreadable-responses-cases.ts';
import { watchProcess } from './watch-process.ts';

/** Tests after lost, refused and unreadable responses, for a provider on whose page buyers pay. */
export const unreadablePageCases: KitCases<PageGatewayHarness> = {
  async 'opens no second page and repeats no refund by itself after a lost, refused or unreadable response'(
    harness,
  ) {
    const { gateway } = harness;
    const settle = () => gateway.createClientToken(tokenRequestFor(null));
    await harness.loseNext('response');
    await expectOneRequest(harness, () => gateway.charge(pageRequest()), settle);
    const { key, id } = await openPage(harness);
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

  async 'leaves no timer behind after a call, successful or not'(harness) {
    const { gateway } = harness;
    const well = await watchProcess(async () => {
      const subject = await openPage(harness);
      await gateway.findCharge(subject.key);
      await gateway.cancelAction(subject.key, subject.id);
      return subject;
    });
    await harness.answer(503, misleadingBody);
    const badly = await watchProcess(() => everyCall(harness, well.value));
    expect([...well.timers, ...badly.timers]).toEqual([]);
  },
};
