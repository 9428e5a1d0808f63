import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import type { MailFailure, MailMessage } from '#ports/mailer.ts';
import { mailerAddressCases } from './address-cases.ts';
import { hours, later } from './later.ts';
import { mailPartCases } from './mail-part-cases.ts';
import { mailerRules } from './mailer-call-rules.ts';
import { type MailerHarness, type MailRefusal, mail, only, outcomeOf } from './mailer-harness.ts';
import { mailerServiceCases } from './mailer-service-cases.ts';
import { whileHanging } from './payment-gateway-harness.ts';
import { mailerProcessCases } from './process-cases.ts';
import { type KitCases, required, runKit, type Tested } from './run-kit.ts';
import { everythingOf, watchProcess } from './watch-process.ts';
import { expectNoOpenRequest } from './watch-requests.ts';

const refusals: readonly MailRefusal[] = ['recipient', 'credentials', 'too_many', 'suspicion', 'belated'];

/** Secrets in each field of a mail, to search for. */
const personal: Partial<MailMessage> = {
  subject: 'Ihre Bestellung geheim-4721',
  text: 'https://meisterhand.example/de/order?code=geheim-4722',
  html: '<p>geheim-4723</p>',
  unsubscribeUrl: 'https://meisterhand.example/api/newsletter/unsubscribe?token=geheim-4724',
};

/** Returns attachments with lengths and digests instead of content: comparing millions of bytes takes a second. */
const inShort = (attachments: MailMessage['attachments']) =>
  attachments.map(({ content, ...file }) => ({
    ...file,
    length: content.length,
    digest: createHash('sha256').update(content).digest('hex'),
  }));

const delivering: KitCases<MailerHarness> = {
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

  async 'changes nothing in unusual mails: long subjects, lines without a space, trailing spaces, capitals'(
    harness,
  ) {
    const awkward = {
      // The part before the @ may be case-sensitive (RFC 5321 §2.4).
      recipient: 'Johanna.Brandt+Kurs@example.com',
      subject: `Kurse & <Bücher> „4 ½“ 🎹: ${'Klavier für Anfänger, '.repeat(12)}Ende`,
      text: '  Guten Tag  \n\n\n  déjà vu 🎹\t\n-- \nMeisterhand',
      // Comments are instructions for some mail programs.
      html: `<!doctype html><!--[if mso]><br><![endif]--><p>${'x'.repeat(2_500)}</p><pre>a  \n\n b</pre>`,
    };
    await harness.mailer.send(mail(awkward));
    expect(await only(harness)).toMatchObject(awkward);
  },

  async 'delivers attachments byte for byte, of any size and name'(harness) {
    const every = Buffer.from(Array.from({ length: 1024 }, (_, index) => index % 256));
    const large = Buffer.alloc(3_000_000, every);
    const attachments = [
      { filename: 'Rechnung-RE-2026-000001.pdf', content: every, type: 'application/pdf' },
      { filename: 'Übungen für Łucja – Teil 1.pdf', content: large, type: 'application/pdf' },
      { filename: 'Leer.txt', content: Buffer.alloc(0), type: 'application/pdf' },
    ];
    await harness.mailer.send(mail({ attachments }));
    expect(inShort((await only(harness)).attachments)).toEqual(inShort(attachments));
  },

  async 'delivers a picture of the HTML under its content id'(harness) {
    const attachments = [
      {
        filename: 'Bild.png',
        content: Buffer.from('a picture'),
        type: 'image/png',
        contentId: 'Bild.png@pictures',
      },
      { filename: 'Rechnung.pdf', content: Buffer.from('an invoice'), type: 'application/pdf' },
    ];
    const html = '<!doctype html><img src="cid:Bild.png@pictures" alt="">';
    await harness.mailer.send(mail({ html, attachments }));
    const arrived = await only(harness);
    expect(arrived.html).toBe(html);
    expect(arrived.attachments).toHaveLength(2);
    expect(arrived.attachments).toEqual(expect.arrayContaining(attachments));
  },

  async 'sets the reply address and the unsubscribe link if the mail has them'(harness) {
    const token = `${'a'.repeat(66)}%2B%C3%BC`;
    const unsubscribeUrl = `https://meisterhand.example/api/newsletter/unsubscribe?token=${token}&list=1`;
    const headers = { replyTo: 'ada@example.org', unsubscribeUrl };
    await harness.mailer.send(mail(headers));
    expect(await only(harness)).toMatchObject(headers);
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

/** Tests of refusals and side effects. */
const dangers: KitCases<MailerHarness> = {
  async 'sends to the recipient alone: no copies, open or blind'(harness) {
    await harness.mailer.send(mail({ replyTo: 'ada@example.org' }));
    expect((await only(harness)).recipients).toEqual(['johanna.brandt@example.com']);
  },

  async 'adds no pixel, rewrites no link, and lets the service do neither'(harness) {
    const link = 'https://meisterhand.example/de/order?code=MH-1&token=abc';
    const written = {
      text: `Ihre Bestellung: ${link}`,
      html: `<!doctype html><html><body><a href="${link.replace('&', '&amp;')}">Ihre Bestellung</a></body></html>`,
    };
    await harness.mailer.send(mail(written));
    const { text, html, isTracked } = await only(harness);
    expect({ text, html, isTracked }).toEqual({ ...written, isTracked: false });
  },

  async 'lets mail programs unsubscribe with one request, only where the mail has a link for it'(harness) {
    await harness.mailer.send(mail());
    expect((await only(harness)).hasOneClick).toBe(false);
    await harness.mailer.send(mail(personal));
    const linked = (await harness.arrived()).filter(({ unsubscribeUrl }) => unsubscribeUrl !== undefined);
    expect(linked.map(({ hasOneClick }) => hasOneClick)).toEqual([true]);
  },

  async 'fails for every kind of refusal, for good only if the recipient is refused'(harness) {
    for (const how of refusals) {
      await required(harness, 'refuse')(how);
      const sent = harness.mailer.send(mail());
      await expect(sent, `the refusal "${how}" was taken for an acceptance`).rejects.toThrow();
      const { isFinal } = (await sent.catch((error) => error ?? {})) as MailFailure;
      expect(isFinal === true && how !== 'recipient', `gives up for good after "${how}"`).toBe(false);
    }
    await harness.mend();
    expect(await harness.arrived()).toEqual([]);
  },

  async 'sends a mail once: the shop repeats it, the mailer never does'(harness) {
    const tries = required(harness, 'tries');
    await harness.breakDown();
    const { runTimers } = await watchProcess(() => expect(harness.mailer.send(mail())).rejects.toThrow());
    expect(await tries()).toHaveLength(1);
    await harness.mend();
    runTimers();
    await harness.mailer.send(mail({ subject: 'Die nächste' }));
    expect(await tries()).toHaveLength(2);
    expect((await only(harness)).subject).toBe('Die nächste');
  },

  async 'repeats a mail under the key of its first attempt, also a day later; other mails have other keys'(
    harness,
  ) {
    const [first, second] = [mail(), mail()];
    await harness.breakDown();
    await expect(harness.mailer.send(first)).rejects.toThrow();
    await harness.mend();
    for (const message of [first, second]) await harness.mailer.send(message);
    await later(hours(25), () => harness.mailer.send(first));
    const [failed, repeated, other, belated] = await required(harness, 'tries')();
    expect([repeated, belated]).toEqual([failed, failed]);
    if (failed !== null) expect(other).not.toBe(failed);
  },

  async 'gives up within its time limit on a service that never responds, and closes its connection'(
    harness,
  ) {
    const hang = required(harness, 'hang');
    const outcome = await expectNoOpenRequest(() =>
      whileHanging({ hang, timeLimit: harness.timeLimit }, () => outcomeOf(harness.mailer.send(mail()))),
    );
    expect(outcome).toBe('rejected');
  },

  async 'writes neither recipient nor content of a mail into errors, the log or the console'(harness) {
    const send = () => harness.mailer.send(mail(personal)).then(() => '', everythingOf);
    const watched = [await watchProcess(send)];
    await harness.breakDown();
    watched.push(await watchProcess(send));
    for (const how of harness.refuse === undefined ? [] : refusals) {
      await harness.refuse?.(how);
      watched.push(await watchProcess(send));
    }
    // A mailer without a service may deliver into files.
    const hasService = harness.tries !== undefined;
    const told = watched
      .map(({ value, output, files }) => `${value} ${output} ${hasService ? files : ''}`)
      .join('\n');
    expect(`${told} ${(await harness.logged?.()) ?? ''}`).not.toMatch(/geheim|johanna|brandt/i);
  },
};

/** The conformance tests of `ports/mailer.ts` by title. */
export const mailerCases = {
  ...mailerProcessCases,
  ...delivering,
  ...dangers,
  ...mailerAddressCases,
  ...mailerServiceCases,
  ...mailPartCases,
};

/** The titles of the tests that a mailer without a service skips. */
export const mailServiceTests = [
  'fails for every kind of refusal, for good only if the recipient is refused',
  'sends a mail once: the shop repeats it, the mailer never does',
  'repeats a mail under the key of its first attempt, also a day later; other mails have other keys',
  'gives up within its time limit on a service that never responds, and closes its connection',
] as const satisfies readonly (keyof typeof mailerCases)[];

/** The titles of the tests that a mailer skips whose service does not use HTTP. */
export const retryAfterTests = [
  'reports a Retry-After in seconds and as a date',
  'reports no Retry-After that has passed or is malformed',
  'gives up within its time limit on a response that never ends',
] as const satisfies readonly (keyof typeof mailerCases)[];

/** Registers the conformance tests for one mailer. */
export const describeMailer = (adapter: Tested<MailerHarness>) =>
  runKit('mailer', mailerCases, adapter, mailerRules);
