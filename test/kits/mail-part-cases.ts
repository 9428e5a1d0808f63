import { expect } from 'vitest';
import type { MailMessage } from '#ports/mailer.ts';
import { hours, later } from './later.ts';
import { type ArrivedMail, type MailerHarness, mail, outcomeOf } from './mailer-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectOvertaking, losing, throughFetch } from './through-fetch.ts';
import { everythingOf } from './watch-process.ts';

/** Other values for each field of a mail. */
const otherValues: readonly Partial<MailMessage>[] = [
  { sender: 'Büro Meisterhand <kurse@shop.example>' },
  { recipient: 'karl.1999@example.org' },
  { recipient: 'karl.2000@example.org' },
  { subject: 'Ihre Rechnung' },
  { subject: 'Ihre Rechnung 2' },
  { text: 'Kurz' },
  { html: '<!doctype html><p>Kurz &amp; gut</p>' },
  { replyTo: 'ada@example.org' },
  { unsubscribeUrl: 'https://meisterhand.example/api/newsletter/unsubscribe?token=t-1999' },
  {
    attachments: [
      { filename: 'Kurs.ics', content: Buffer.from('BEGIN:VCALENDAR'), type: 'text/calendar' },
      { filename: 'Kurs.csv', content: Buffer.from('a;b'), type: 'text/csv' },
    ],
  },
  {
    attachments: [
      {
        filename: 'Eins.png',
        content: Buffer.from('one'),
        type: 'image/png',
        contentId: 'Eins.png@pictures',
      },
      {
        filename: 'Zwei.jpg',
        content: Buffer.from('two'),
        type: 'image/jpeg',
        contentId: 'Zwei.jpg@pictures',
      },
    ],
  },
  // Names that are longer than a line.
  {
    sender: `${'Meisterhand Kurse und Bücher '.repeat(4).trim()} <kurse@shop.example>`,
    replyTo: `${'ada.'.repeat(14)}brandt@example.org`,
    attachments: [
      {
        filename: `${'Übungen für Klavier '.repeat(7).trim()}.pdf`,
        content: Buffer.from('long'),
        type: 'application/pdf',
      },
    ],
  },
  // Two files of one name.
  {
    attachments: ['first', 'second'].map((content) => ({
      filename: 'Rechnung.pdf',
      content: Buffer.from(content),
      type: 'application/pdf',
    })),
  },
];

/** Other values for all fields of a mail. */
const allValues: Partial<MailMessage> = Object.assign({}, ...otherValues);

/** Returns a mail as it has to arrive. */
const expected = ({ id: _, ...written }: MailMessage): Omit<ArrivedMail, 'messageId'> => ({
  ...written,
  recipients: [written.recipient],
  hasOneClick: written.unsubscribeUrl !== undefined,
  isTracked: false,
});

/** Sends a mail, and fails unless only this mail arrives, unchanged. */
async function expectWhole({ mailer, arrived }: MailerHarness, message: MailMessage): Promise<void> {
  const before = new Set((await arrived()).map(({ messageId }) => messageId));
  await mailer.send(message);
  const added = (await arrived()).filter(({ messageId }) => !before.has(messageId));
  expect(added.map(({ messageId: _, ...rest }) => rest)).toEqual([expected(message)]);
}

/** Ids that differ in a single digit. */
const similarIds = [
  '019346d0-0000-7000-8000-000000001999',
  '019346d0-0000-7000-8000-000000002000',
  '119346d0-0000-7000-8000-000000001999',
  '019346d0-0001-7000-8000-000000001999',
  '019346d0-0000-7000-9000-000000001999',
];

/** Statuses that are no acceptance, whatever the body says. */
const otherStatuses = [
  300, 302, 400, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 451, 500, 502, 504, 520,
];

/** Returns the status with which the service refuses a recipient for good; null if no request was seen. */
async function finalStatus({ mailer, refuse, mend }: MailerHarness): Promise<number | null> {
  let status: number | null = null;
  await refuse?.('recipient');
  await throughFetch(
    async (send) => {
      const response = await send();
      ({ status } = response);
      return response;
    },
    () => mailer.send(mail()).catch(() => {}),
  );
  await mend();
  return status;
}

/** Tests of each field of a mail, and of mails beside each other. */
export const mailPartCases: KitCases<MailerHarness> = {
  async 'delivers every field of a mail, and nothing of the mail before'(harness) {
    for (const part of otherValues) {
      await expectWhole(harness, mail(part));
      await expectWhole(harness, mail());
    }
    for (const changes of [allValues, {}, allValues]) await expectWhole(harness, mail(changes));
  },

  async 'delivers the same at any hour, and on any day of the year'(harness) {
    for (const wait of [5, 10, 15, 20, 24 * 40, 24 * 200])
      await later(hours(wait), () => expectWhole(harness, mail(allValues)));
  },

  async 'delivers mails that are sent at once, each with its own fields'({ mailer, arrived }) {
    const messages = otherValues.map((part, index) =>
      mail({ ...part, recipient: `reader-${index}@example.com` }),
    );
    // The wrapper turns a synchronous exception into a rejection, so that all sends are awaited.
    await Promise.all(messages.map(async (message) => mailer.send(message)));
    const mails = (await arrived()).map(({ messageId: _, ...rest }) => rest);
    for (const message of messages)
      expect(mails.filter(({ recipient }) => recipient === message.recipient)).toEqual([expected(message)]);
    expect(mails).toHaveLength(messages.length);
  },

  async 'distinguishes mails with similar ids'({ mailer, arrived, tries }) {
    for (const id of similarIds) await mailer.send({ ...mail(), id });
    expect(new Set((await arrived()).map(({ messageId }) => messageId)).size).toBe(similarIds.length);
    const keys = (await tries?.())?.filter((key) => key !== null) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
  },

  async 'takes an unexpected status neither for an acceptance nor for a final refusal'(harness) {
    const final = harness.refuse === undefined ? null : await finalStatus(harness);
    for (const status of otherStatuses) {
      const body = '<!doctype html><p>accepted, for johanna.brandt@example.com</p>';
      const { value, sent } = await throughFetch(
        async () => new Response(body, { status }),
        () =>
          harness.mailer.send(mail()).then(
            () => null,
            (error) => error ?? {},
          ),
      );
      // A mailer that does not use `fetch` has reached its service.
      if (sent.length === 0) return;
      expect(value, `${status} was taken for an acceptance`).not.toBeNull();
      if (status !== final) expect(value.isFinal ?? false, `gives up for good after ${status}`).toBe(false);
      expect(everythingOf(value)).not.toMatch(/johanna|brandt/i);
    }
    expect(await harness.arrived()).toEqual([]);
  },

  async 'sends a mail again under the same key after a lost request or response'(harness) {
    for (const which of ['request', 'response'] as const) {
      const message = mail({ recipient: `${which}@example.com` });
      const send = () => outcomeOf(harness.mailer.send(message));
      const { value, sent } = await throughFetch(losing(which, 0), send);
      if (sent.length === 0) return;
      expect(value).toBe('rejected');
      expect(await send()).toBe('fulfilled');
      const mails = (await harness.arrived()).filter(({ recipient }) => recipient === message.recipient);
      expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const keys = (await harness.tries?.())?.filter((key) => key !== null) ?? [];
    expect(new Set(keys).size).toBe(Math.min(keys.length, 2));
  },

  async 'delays no mail while the response to another one is late'({ mailer, timeLimit }) {
    const send = () => mailer.send(mail());
    // The very first mail may also request a session key, for which others wait.
    await send();
    await expectOvertaking(send, send, timeLimit);
  },
};
