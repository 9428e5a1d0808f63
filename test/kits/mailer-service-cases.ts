import { expect } from 'vitest';
import type { MailFailure } from '#ports/mailer.ts';
import { type MailerHarness, mail, outcomeOf } from './mailer-harness.ts';
import { whileHanging } from './payment-gateway-harness.ts';
import { type KitCases, required } from './run-kit.ts';
import { watchProcess } from './watch-process.ts';

/** Returns `MailFailure.retryAfter` in seconds after a refusal with this header. */
async function retryAfterOf(
  harness: MailerHarness,
  header: string,
  status: 429 | 503 = 429,
): Promise<unknown> {
  await required(harness, 'refuseFor')(header, status);
  const failure: MailFailure = await harness.mailer.send(mail()).then(
    () => {
      throw new Error('A refused mail was taken for sent');
    },
    (error) => error ?? {},
  );
  expect(failure.isFinal ?? false, 'a temporary refusal is final').toBe(false);
  return failure.retryAfter ?? 0;
}

/** Tests of `retryAfter`, of timers that stay behind, and of the other calls of a mailer. */
export const mailerServiceCases: KitCases<MailerHarness> = {
  async 'reports a Retry-After in seconds and as a date'(harness) {
    expect(await retryAfterOf(harness, '97')).toBe(97);
    expect(await retryAfterOf(harness, '98', 503), 'in a maintenance').toBe(98);
    const inTenMinutes = await retryAfterOf(harness, new Date(Date.now() + 600_000).toUTCString());
    expect(inTenMinutes).toBeGreaterThan(300);
    expect(inTenMinutes).toBeLessThanOrEqual(601);
  },

  async 'reports no Retry-After that has passed or is malformed'(harness) {
    for (const header of [
      '0',
      'soon',
      '-30',
      '1e3',
      'Infinity',
      new Date(Date.now() - 600_000).toUTCString(),
    ])
      expect(await retryAfterOf(harness, header), header).toBe(0);
  },

  async 'gives up within its time limit on a response that never ends'(harness) {
    const hang = required(harness, 'trickle');
    const { mailer, timeLimit } = harness;
    expect(await whileHanging({ hang, timeLimit }, () => outcomeOf(mailer.send(mail())))).toBe('rejected');
  },

  async 'leaves no timer behind when a mail was sent or refused'(harness) {
    const well = await watchProcess(() => harness.mailer.send(mail()));
    await harness.breakDown();
    const badly = await watchProcess(() => outcomeOf(harness.mailer.send(mail())));
    expect([...well.timers, ...badly.timers]).toEqual([]);
  },

  async 'verifies without sending a mail, and rejects while the service is unreachable'(harness) {
    const { mailer } = harness;
    if (mailer.verify === undefined) return;
    await mailer.verify();
    expect(await harness.arrived()).toEqual([]);
    await required(harness, 'cutOff')();
    const away: Promise<void>[] = [];
    expect(() => away.push(mailer.verify?.() as Promise<void>), 'throws synchronously').not.toThrow();
    await expect(away[0]).rejects.toThrow(/./);
  },

  async 'gives up verifying within its time limit when the service never responds'(harness) {
    const { mailer, timeLimit } = harness;
    if (mailer.verify === undefined) return;
    const hang = required(harness, 'hang');
    expect(await whileHanging({ hang, timeLimit }, () => outcomeOf(mailer.verify?.()))).toBe('rejected');
  },

  async 'forgets exactly the given mails, any number of times'(harness) {
    const { mailer } = harness;
    if (mailer.forget === undefined) return;
    const [first, second] = [mail({ subject: 'Zu vergessen' }), mail({ subject: 'Bleibt' })];
    await mailer.forget([first.id]);
    for (const message of [first, second]) await mailer.send(message);
    await mailer.forget([]);
    expect(await harness.arrived()).toHaveLength(2);
    for (let time = 0; time < 2; time += 1) {
      await mailer.forget([first.id, '00000000-0000-4000-8000-999999999999']);
      expect((await harness.arrived()).map(({ subject }) => subject)).toEqual(['Bleibt']);
    }
  },
};
