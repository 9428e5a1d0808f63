import type { Mailer, MailMessage } from '#ports/mailer.ts';
import type { Break } from '#test/architecture/support/describe-breaks.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import type { ArrivedMail, MailerHarness } from '#test/kits/mailer-kit.ts';
import { mailerCases } from '#test/kits/mailer-kit.ts';
import { openMemoryPost } from '#test/support/memory-post.ts';

type MailerBreak = Break<MailerHarness>;

const written = 'delivers a mail as it was written';
const long = 'delivers long lines and long texts whole';
const attachments = 'delivers attachments byte for byte';
const said = 'says whom an answer goes to, and where a newsletter ends, where the mail says it';
const orders = 'takes no orders from a subject with line breaks in it';
const ids = 'gives a repeated mail the same message id, and others another';
const twenty = 'delivers twenty at once, each to its reader';
const fails = 'fails when the mail could not be handed over, and can be asked again';

/** Returns a defect that changes each mail that arrives. */
function arriving(
  name: string,
  change: (mail: ArrivedMail, index: number) => ArrivedMail,
  noticedBy: readonly string[],
): MailerBreak {
  return {
    name,
    noticedBy,
    wrap: (harness) => ({ ...harness, arrived: async () => (await harness.arrived()).map(change) }),
  };
}

/** Returns a defect that replaces `Mailer.send`. */
function sending(
  name: string,
  change: (mailer: Mailer) => Mailer['send'],
  noticedBy: readonly string[],
): MailerBreak {
  return { name, noticedBy, wrap: (harness) => ({ ...harness, mailer: { send: change(harness.mailer) } }) };
}

const moment = () => new Promise<void>((resolve) => setImmediate(resolve));

const breaks: readonly MailerBreak[] = [
  arriving('loses umlauts', (mail) => ({ ...mail, text: mail.text.replaceAll('ü', '?') }), [written]),
  arriving('loses the text beside the HTML', (mail) => ({ ...mail, text: '' }), [
    written,
    long,
    orders,
    twenty,
  ]),
  arriving('cuts long texts', (mail) => ({ ...mail, text: mail.text.slice(0, 998) }), [long]),
  arriving(
    'takes attachments for text',
    (mail) => ({
      ...mail,
      attachments: mail.attachments.map((file) => ({
        ...file,
        content: Buffer.from(file.content.toString()),
      })),
    }),
    [attachments],
  ),
  arriving(
    'leaves empty attachments out',
    (mail) => ({ ...mail, attachments: mail.attachments.filter(({ content }) => content.length > 0) }),
    [attachments],
  ),
  arriving('says of nobody that an answer goes there', ({ replyTo: _, ...mail }) => mail, [said]),
  arriving('has no button that ends a newsletter', ({ unsubscribeUrl: _, ...mail }) => mail, [said]),
  arriving(
    'puts the button of newsletters on every mail',
    (mail) => ({ unsubscribeUrl: 'https://example.org', ...mail }),
    [said],
  ),
  arriving('has a new message id each time', (mail, index) => ({ ...mail, messageId: `${index}` }), [ids]),
  arriving('has one message id for all', (mail) => ({ ...mail, messageId: '1' }), [ids]),
  sending(
    'takes orders from a subject',
    (mailer) => async (message) => {
      await mailer.send(message);
      const other = /\nBcc: (\S+)/.exec(message.subject)?.[1];
      if (other !== undefined) await mailer.send({ ...message, recipient: other });
    },
    [orders],
  ),
  sending(
    'mixes up what is sent at once',
    (mailer) => {
      let current: MailMessage | null = null;
      return async (message) => {
        current = message;
        await moment();
        await mailer.send({ ...message, text: current.text });
      };
    },
    [twenty],
  ),
  sending(
    'says that a mail is handed over when it is not',
    (mailer) => (message) => mailer.send(message).catch(() => undefined),
    [fails],
  ),
  sending(
    'stays broken once it has failed',
    (mailer) => {
      let isBroken = false;
      return async (message) => {
        if (isBroken) throw new Error('Closed');
        await mailer.send(message).catch((error) => {
          isBroken = true;
          throw error;
        });
      };
    },
    [fails],
  ),
  sending(
    'sends everything twice',
    (mailer) => async (message) => {
      await mailer.send(message);
      await mailer.send(message);
    },
    [written, long, attachments, said, orders, twenty, fails],
  ),
];

describeBreaks<MailerHarness>({
  name: 'the kit for mailers, held against the one in memory',
  cases: mailerCases,
  create: openMemoryPost,
  breaks,
});
