import { expect } from 'vitest';
import type { Mailer, MailMessage } from '#ports/mailer.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** A mail as the recipient's mailbox received it. */
export interface ArrivedMail extends Omit<MailMessage, 'id'> {
  /** Every delivery of the same mail has the same message id. */
  readonly messageId: string;
}

/** A mailer under test with control over the server or folder to which it delivers. */
export interface MailerHarness {
  readonly mailer: Mailer;
  arrived(): Promise<readonly ArrivedMail[]>;
  /** Makes every delivery fail until `mend` is called. */
  breakDown(): Promise<void>;
  mend(): Promise<void>;
  dispose(): Promise<void>;
}

interface MailerKit {
  readonly name: string;
  readonly create: () => Promise<MailerHarness>;
  readonly skip?: readonly KitSkip[];
}

let mails = 0;

function mail(changes: Partial<MailMessage> = {}): MailMessage {
  mails += 1;
  return {
    id: `00000000-0000-4000-8000-${String(mails).padStart(12, '0')}`,
    sender: 'Meisterhand <post@meisterhand.example>',
    recipient: 'johanna.brandt@example.com',
    subject: 'Größe, 89,00 € und ein Strich – für Łucja',
    text: 'Guten Tag,\n\n.ein Punkt am Anfang\n\nGrüße für 89,00 €',
    html: '<!doctype html><p>Grüße für 89,00&nbsp;€</p>',
    attachments: [],
    ...changes,
  };
}

async function only({ arrived }: MailerHarness): Promise<ArrivedMail> {
  const [first, ...others] = await arrived();
  expect(others).toEqual([]);
  if (first === undefined) throw new Error('No mail arrived');
  return first;
}

/** The conformance tests of `ports/mailer.ts` by title. */
export const mailerCases: KitCases<MailerHarness> = {
  async 'delivers a mail as it was written'(harness) {
    const { id: _, ...written } = mail();
    await harness.mailer.send(mail(written));
    expect(await only(harness)).toMatchObject(written);
  },

  async 'delivers long lines and long texts whole'(harness) {
    const text = `${'sehr '.repeat(400)}lang\n`.repeat(50).trim();
    await harness.mailer.send(mail({ text, html: `<p>${text}</p>` }));
    expect(await only(harness)).toMatchObject({ text, html: `<p>${text}</p>` });
  },

  async 'delivers attachments byte for byte'(harness) {
    const every = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const attachments = [
      { filename: 'Rechnung-RE-2026-000001.pdf', content: every, type: 'application/pdf' },
      { filename: 'Leer.txt', content: Buffer.alloc(0), type: 'application/pdf' },
    ];
    await harness.mailer.send(mail({ attachments }));
    expect((await only(harness)).attachments).toEqual(attachments);
  },

  async 'sets the reply address and the unsubscribe link if the mail has them'(harness) {
    const unsubscribeUrl = `https://meisterhand.example/api/newsletter/unsubscribe?token=${'a'.repeat(66)}`;
    const said = { replyTo: 'ada@example.org', unsubscribeUrl };
    await harness.mailer.send(mail(said));
    expect(await only(harness)).toMatchObject(said);
    await harness.mailer.send(mail());
    const plain = (await harness.arrived()).filter(({ replyTo }) => replyTo === undefined);
    expect(plain.map((arrived) => arrived.unsubscribeUrl)).toEqual([undefined]);
  },

  async 'adds no headers for a subject with line breaks'(harness) {
    await harness.mailer.send(mail({ subject: 'Code\r\nBcc: everybody@example.com\r\n\r\nHallo' }));
    const arrived = await only(harness);
    expect(arrived.recipient).toBe('johanna.brandt@example.com');
    expect(arrived.text).toContain('Guten Tag');
  },

  async 'gives a repeated mail the same message id, and every other mail another id'(harness) {
    const [first, second] = [mail(), mail()];
    for (const message of [first, first, second]) await harness.mailer.send(message);
    const ids = new Set((await harness.arrived()).map(({ messageId }) => messageId));
    expect(ids.size).toBe(2);
  },

  async 'delivers twenty mails at once, each to its recipient'(harness) {
    const readers = Array.from({ length: 20 }, (_, index) => `reader-${index}@example.com`);
    await Promise.all(readers.map((recipient) => harness.mailer.send(mail({ recipient, text: recipient }))));
    const arrived = await harness.arrived();
    expect(arrived.map(({ recipient }) => recipient).toSorted()).toEqual(readers.toSorted());
    expect(arrived.every(({ recipient, text }) => recipient === text)).toBe(true);
  },

  async 'fails when a mail cannot be delivered, and can be called again'(harness) {
    const message = mail();
    await harness.breakDown();
    await expect(harness.mailer.send(message)).rejects.toThrow();
    expect(await harness.arrived()).toEqual([]);
    await harness.mend();
    await harness.mailer.send(message);
    await only(harness);
  },
};

/** Registers the conformance tests for one mailer. */
export function describeMailer({ name, create, skip = [] }: MailerKit): void {
  runKit({
    name: `mailer: ${name}`,
    cases: mailerCases,
    create,
    dispose: (harness) => harness.dispose(),
    skip,
  });
}
