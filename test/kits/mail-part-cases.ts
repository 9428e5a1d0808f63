import { expect } from 'vitest';
import type { MailMessage } from '#ports/mailer.ts';
import { hours, later } from './later.ts';
import { type ArrivedMail, endOf, type MailerHarness, mail } from './mailer-harness.ts';
import type { KitCases } from './run-kit.ts';
import { expectOvertaking, losing, throughFetch } from './through-fetch.ts';
import { everythingOf } from './watch-process.ts';

/** Another value of each part of a mail. */
const otherParts: readonly Partial<MailMessage>[] = [
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

/** A mail of which every part is another one than usual. */
const everyPart: Partial<MailMessage> = Object.assign({}, ...otherParts);

/** What has to arrive of a mail, whole. */
const expected = ({ id: _, ...written }: MailMessage): Omit<ArrivedMail, 'messageId'> => ({
  ...written,
  recipients: [written.recipient],
  hasOneClick: written.unsubscribeUrl !== undefined,
  isTracked: false,
});

/** Sends a mail, and fails unless it alone arrives, as it was written. */
async function expectWhole({ mailer, arrived }: MailerHarness, message: MailMessage): Promise<void> {
  const before = new Set((await arrived()).map(({ messageId }) => messageId));
  await mailer.send(message);
  const added = (await arrived()).filter(({ messageId }) => !before.has(messageId));
  expect(added.map(({ messageId: _, ...rest }) => rest)).toEqual([expected(message)]);
}

/** Ids that are another one in a single place, and the beginning of one in another. */
const alikeIds = [
  '019346d0-0000-7000-8000-000000001999',
  '019346d0-0000-7000-8000-000000002000',
  '119346d0-0000-7000-8000-000000001999',
  '019346d0-0001-7000-8000-000000001999',
  '019346d0-0000-7000-9000-000000001999',
];

/** Statuses that accept nothing, whatever stands in the body. */
const otherStatuses = [
  300, 302, 400, 403, 404, 405, 408, 409, 410, 413, 415, 422, 429, 451, 500, 502, 504, 520,
];

/** The status with which the service refuses a recipient for good; null where nothing is seen of it. */
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

/** A mail whose parts arrive, whichever of them is another one, and what is beside it. */
export const mailPartCases: KitCases<MailerHarness> = {
  async 'delivers each part of a mail, whichever of them is another one, and nothing of the mail before'(
    harness,
  ) {
    for (const part of otherParts) {
      await expectWhole(harness, mail(part));
      await expectWhole(harness, mail());
    }
    for (const changes of [everyPart, {}, everyPart]) await expectWhole(harness, mail(changes));
  },

  async 'delivers the same at any hour, and on any day of the year'(harness) {
    for (const wait of [5, 10, 15, 20, 24 * 40, 24 * 200])
      await later(hours(wait), () => expectWhole(harness, mail(everyPart)));
  },

  async 'keeps mails apart that are sent at once, each with its own parts'({ mailer, arrived }) {
    const messages = otherParts.map((part, index) =>
      mail({ ...part, recipient: `reader-${index}@example.com` }),
    );
    // A mailer that throws beside its promise fails here, and leaves none of the others unheard.
    await Promise.all(messages.map(async (message) => mailer.send(message)));
    const come = (await arrived()).map(({ messageId: _, ...rest }) => rest);
    for (const message of messages)
      expect(come.filter(({ recipient }) => recipient === message.recipient)).toEqual([expected(message)]);
    expect(come).toHaveLength(messages.length);
  },

  async 'tells mails apart whose ids are alike'({ mailer, arrived, tries }) {
    for (const id of alikeIds) await mailer.send({ ...mail(), id });
    expect(new Set((await arrived()).map(({ messageId }) => messageId)).size).toBe(alikeIds.length);
    const keys = (await tries?.())?.filter((key) => key !== null) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
  },

  async 'takes no status for an acceptance but that of one, and gives up no mail because of another'(
    harness,
  ) {
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
      // A mailer that does not use `fetch` has asked its service.
      if (sent.length === 0) return;
      expect(value, `${status} was taken for an acceptance`).not.toBeNull();
      if (status !== final) expect(value.isFinal ?? false, `gives up for good after ${status}`).toBe(false);
      expect(everythingOf(value)).not.toMatch(/johanna|brandt/i);
    }
    expect(await harness.arrived()).toEqual([]);
  },

  async 'sends a mail again under its key when the request or its response was lost'(harness) {
    for (const which of ['request', 'response'] as const) {
      const message = mail({ recipient: `${which}@example.com` });
      const send = () => endOf(harness.mailer.send(message));
      const { value, sent } = await throughFetch(losing(which, 0), send);
      if (sent.length === 0) return;
      expect(value).toBe('failed');
      expect(await send()).toBe('went well');
      const come = (await harness.arrived()).filter(({ recipient }) => recipient === message.recipient);
      expect(new Set(come.map(({ messageId }) => messageId)).size).toBe(1);
    }
    const keys = (await harness.tries?.())?.filter((key) => key !== null) ?? [];
    expect(new Set(keys).size).toBe(Math.min(keys.length, 2));
  },

  async 'lets no mail wait for another one whose response is late'({ mailer, timeLimit }) {
    const send = () => mailer.send(mail());
    // The first mail of all may also ask for the key of a session, for which every other one waits.
    await send();
    await expectOvertaking(send, send, timeLimit);
  },
};
