import { expect, test } from 'vitest';
import { type Limit, limits } from '#api/rate-limit-policy.ts';
import { mailLimits } from '#server/platform/outbox/mail-limits.ts';

const bounds = Object.entries(mailLimits);

test('every limit of a mail counts mails', () => {
  for (const [template, bound] of bounds) {
    const names =
      bound.by === 'service' ? bound.limits : bound.by === 'outbox' ? [bound.limit, bound.owner] : [];
    for (const name of names) expect((limits[name] as Limit).effort, `${template}: ${name}`).toBe('mail');
  }
});

test('mails that strangers can cause have a limit for the mailbox of the recipient', () => {
  for (const [template, bound] of bounds) {
    if (bound.by === 'service')
      expect(
        bound.limits.some((name) => (limits[name] as Limit).by.join() === 'mailbox'),
        template,
      ).toBe(true);
    if (bound.by === 'outbox')
      for (const name of [bound.limit, bound.owner]) expect(limits[name].by, template).toEqual(['mailbox']);
  }
});

test('an owner gets at least as many mails as a stranger may cause', () => {
  for (const [template, bound] of bounds) {
    if (bound.by === 'outbox')
      expect(limits[bound.owner].most, template).toBeGreaterThanOrEqual(limits[bound.limit].most);
  }
});
