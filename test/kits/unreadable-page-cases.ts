import { expect } from 'vitest';
import { cents } from '#core/rules/basics/money.ts';
import {
  callsOf,
  everyCall,
  nothingKnown,
  type PageGatewayHarness,
  pageRequest,
  waiting,
} from './page-gateway-harness.ts';
import { misleadingBody, tokenRequestFor } from './payment-gateway-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectOneRequest, onUnreadableBodies, whileTrickling } from './unreadable-responses-cases.ts';
import { watchProcess } from './watch-process.ts';

/** Responses that tell nothing, of a provider on whose page buyers pay. */
export const unreadablePageCases: KitCases<PageGatewayHarness> = {
  async 'returns unknown for a response with status 200 that cannot be read: HTML, nothing, JSON that was cut off'(
    harness,
  ) {
    const { key, id, asked } = await waiting(harness);
    await onUnreadableBodies(harness, async (what) => {
      expect(await everyCall(harness, { key, id, asked }), what).toEqual(nothingKnown);
    });
  },

  async 'returns within its time limit when a response trickles in without an end, and closes its connection'(
    harness,
  ) {
    const { key, id, asked } = await waiting(harness);
    const calls = () => callsOf(harness, { key, id, asked });
    expect(await whileTrickling(harness, calls)).toEqual(nothingKnown);
  },

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
      const { key, id, asked } = await waiting(harness);
      await gateway.findCharge(key);
      await gateway.cancelAction(key, id);
      return { key, id, asked };
    });
    await harness.answer(503, misleadingBody);
    const badly = await watchProcess(() => everyCall(harness, well.value));
    expect([...well.timers, ...badly.timers]).toEqual([]);
  },
};
