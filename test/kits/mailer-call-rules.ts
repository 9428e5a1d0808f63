import { expect } from 'vitest';
import type { MailFailure, MailMessage } from '#ports/mailer.ts';
import type { MailerHarness } from './mailer-harness.ts';
import type { CallRules } from './watch-calls.ts';

/** The rules for every call of a mailer. */
export const mailerRules: CallRules<MailerHarness> = {
  follow: (harness, follow) => ({ ...harness, mailer: follow(harness.mailer) }),
  check({ name, error }) {
    if (error === undefined || name !== 'send') return;
    const { isFinal = false, retryAfter = 0 } = error as MailFailure;
    expect([typeof isFinal, Number.isFinite(retryAfter) && retryAfter >= 0]).toEqual(['boolean', true]);
  },
  secrets({ name, given: [message] }) {
    if (name !== 'send') return [];
    const { recipient, subject, text, html, attachments, unsubscribeUrl, replyTo } = message as MailMessage;
    const files = attachments.flatMap(({ filename, content }) => [
      filename,
      // A larger file would not be found as text.
      content.length < 1_000 ? content.toString('utf8') : '',
    ]);
    const texts = [recipient, subject, text, html, ...files, unsubscribeUrl ?? '', replyTo ?? ''];
    // Shorter texts may occur by chance.
    return texts.flatMap((one) => one.split(/[\r\n]+/)).filter((line) => line.length >= 8);
  },
  // A mailer without a service may deliver into files.
  mayWriteFiles: ({ tries }) => tries === undefined,
  logged: async (harness) => (await harness.logged?.()) ?? '',
};
