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
const said = 'sets the reply address and the unsubscribe link if the mail has them';
const orders = 'adds no headers for a subject with line breaks';
const ids = 'gives a repeated mail the same message id, and every other mail another id';
const twenty = 'delivers twenty mails at once, each to its recipient';
const fails = 'fails when a mail cannot be delivered, and can be called again';

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
    'sends attachments as text',
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
    'omits empty attachments',
    (mail) => ({ ...mail, attachments: mail.attachments.filter(({ content }) => content.length > 0) }),
    [attachments],
  ),
  arriving('omits the reply address', ({ replyTo: _, ...mail }) => mail, [said]),
  arriving('omits the unsubscribe link of a newsletter', ({ unsubscribeUrl: _, ...mail }) => mail, [said]),
  arriving(
    'adds an unsubscribe link to every mail',
    (mail) => ({ unsubscribeUrl: 'https://example.org', ...mail }),
    [said],
  ),
  arriving('uses a new message id for each delivery', (mail, index) => ({ ...mail, messageId: `${index}` }), [
    ids,
  ]),
  arriving('uses one message id for all mails', (mail) => ({ ...mail, messageId: '1' }), [ids]),
  sending(
    'adds headers from a subject with line breaks',
    (mailer) => async (message) => {
      await mailer.send(message);
      const other = /\nBcc: (\S+)/.exec(message.subject)?.[1];
      if (other !== undefined) await mailer.send({ ...message, recipient: other });
    },
    [orders],
  ),
  sending(
    'mixes up mails that are sent at once',
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
    'reports an undelivered mail as delivered',
    (mailer) => (message) => mailer.send(message).catch(() => undefined),
    [fails],
  ),
  sending(
    'fails for ever after one failure',
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
  name: 'the kit for mailers, run with the memory mailer',
  cases: mailerCases,
  create: openMemoryPost,
  breaks,
});
