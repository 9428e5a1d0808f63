import { openHttpMail } from '#examples/http-mail/test/harness.ts';
import type { MailMessage } from '#ports/mailer.ts';
import { arriving, brokenMailContents } from '#test/architecture/support/break-mail-contents.ts';
import { brokenMailParts } from '#test/architecture/support/break-mail-parts.ts';
import { brokenMailServices, sending } from '#test/architecture/support/break-mail-services.ts';
import { type Break, describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { mailPartCases } from '#test/kits/mail-part-cases.ts';
import type { MailerHarness } from '#test/kits/mailer-harness.ts';
import { mailerCases, mailServiceTests, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { openMemoryMailer } from '#test/support/memory-mailer-harness.ts';

type MailerBreak = Break<MailerHarness>;

const written = 'delivers a mail as it was written';
const long = 'delivers long lines and long texts whole';
const awkward =
  'changes nothing in unusual mails: long subjects, lines without a space, trailing spaces, capitals';
const attachments = 'delivers attachments byte for byte, of any size and name';
const picture = 'delivers a picture of the HTML under its content id';
const said = 'sets the reply address and the unsubscribe link if the mail has them';
const orders = 'adds no headers for a subject with line breaks';
const ids = 'gives a repeated mail the same message id, and every other mail another id';
const twenty = 'delivers twenty mails at once, each to its recipient';
const fails = 'fails when a mail cannot be delivered, and can be called again';
const alone = 'sends to the recipient alone: no copies, open or blind';
const untracked = 'adds no pixel, rewrites no link, and lets the service do neither';
const oneClick = 'lets mail programs unsubscribe with one request, only where the mail has a link for it';
const [refused, tries, keys, inTime] = mailServiceTests;
const [waits, noWait, trickles] = retryAfterTests;
const forgets = 'forgets exactly the given mails, any number of times';
const silent = 'writes neither recipient nor content of a mail into errors, the log or the console';

const moment = () => new Promise<void>((resolve) => setImmediate(resolve));

const breaks: readonly MailerBreak[] = [
  arriving('loses umlauts', (mail) => ({ ...mail, text: mail.text.replaceAll('ü', '?') }), [written]),
  arriving('loses the text beside the HTML', (mail) => ({ ...mail, text: '' }), [
    written,
    long,
    awkward,
    orders,
    twenty,
    untracked,
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
  arriving(
    'sends the picture of the HTML as a file to save',
    (mail) => ({ ...mail, attachments: mail.attachments.map(({ contentId: _, ...file }) => file) }),
    [picture],
  ),
  arriving('omits the reply address', ({ replyTo: _, ...mail }) => mail, [said]),
  arriving('omits the unsubscribe link of a newsletter', ({ unsubscribeUrl: _, ...mail }) => mail, [
    said,
    oneClick,
  ]),
  arriving(
    'adds an unsubscribe link to every mail',
    (mail) => ({ unsubscribeUrl: 'https://example.org', ...mail }),
    [said, oneClick],
  ),
  arriving('uses a new message id for each delivery', (mail, index) => ({ ...mail, messageId: `${index}` }), [
    ids,
  ]),
  arriving('uses one message id for all mails', (mail) => ({ ...mail, messageId: '1' }), [ids]),
  sending(
    'adds headers from a subject with line breaks',
    (send) => async (message) => {
      await send(message);
      const other = /\nBcc: (\S+)/.exec(message.subject)?.[1];
      if (other !== undefined) await send({ ...message, recipient: other });
    },
    [orders],
  ),
  sending(
    'mixes up mails that are sent at once',
    (send) => {
      let current: MailMessage | null = null;
      return async (message) => {
        current = message;
        await moment();
        await send({ ...message, text: current.text });
      };
    },
    [twenty],
  ),
  sending(
    'reports an undelivered mail as delivered',
    (send) => (message) => send(message).catch(() => undefined),
    [fails, refused, tries, keys, inTime, waits, noWait, trickles],
  ),
  sending(
    'fails for ever after one failure',
    (send) => {
      let isBroken = false;
      return async (message) => {
        if (isBroken) throw new Error('Closed');
        await send(message).catch((error) => {
          isBroken = true;
          throw error;
        });
      };
    },
    [fails, tries, keys, waits],
  ),
  sending(
    'sends everything twice',
    (send) => async (message) => {
      await send(message);
      await send(message);
    },
    [
      written,
      long,
      awkward,
      attachments,
      picture,
      said,
      orders,
      twenty,
      fails,
      alone,
      untracked,
      oneClick,
      tries,
      keys,
      forgets,
    ],
  ),
  arriving(
    'sends blind copies to the shop',
    (mail) => ({ ...mail, recipients: [...mail.recipients, 'archive@meisterhand.example'] }),
    [alone],
  ),
  arriving(
    'adds a pixel',
    (mail) => ({
      ...mail,
      html: mail.html.replace('</body>', '<img src="https://post.example/o.gif" width="1"></body>'),
    }),
    [untracked],
  ),
  arriving(
    'rewrites links',
    (mail) => ({ ...mail, html: mail.html.replace('href="', 'href="https://post.example/c?to=') }),
    [untracked],
  ),
  arriving('lets the service count opens', (mail) => ({ ...mail, isTracked: true }), [untracked]),
  arriving('sends newsletters without the one-click header', (mail) => ({ ...mail, hasOneClick: false }), [
    oneClick,
  ]),
  arriving('adds the one-click header to every mail', (mail) => ({ ...mail, hasOneClick: true }), [oneClick]),
  ...(['recipient', 'credentials', 'too_many', 'suspicion', 'belated'] as const).map(
    (how): MailerBreak => ({
      name: `takes the refusal "${how}" for an acceptance`,
      noticedBy: [refused],
      wrap(harness) {
        let refusal: string | null = null;
        return {
          ...harness,
          async refuse(way) {
            refusal = way;
            await harness.refuse?.(way);
          },
          mailer: {
            ...harness.mailer,
            send: (message) =>
              harness.mailer.send(message).catch((error) => {
                if (refusal !== how) throw error;
              }),
          },
        };
      },
    }),
  ),
  sending(
    'reports every refusal as final',
    (send) => (message) =>
      send(message).catch((error) => {
        throw Object.assign(error, { isFinal: true });
      }),
    [refused, waits, noWait],
  ),
  {
    name: 'uses a new key for each try',
    noticedBy: [keys],
    wrap: (harness) => ({
      ...harness,
      tries: async () => ((await harness.tries?.()) ?? []).map((_, index) => `${index}`),
    }),
  },
  {
    name: 'uses one key for all mails',
    noticedBy: [keys],
    wrap: (harness) => ({
      ...harness,
      tries: async () => ((await harness.tries?.()) ?? []).map(() => 'key'),
    }),
  },
  sending(
    'tries again at once when a mail was refused',
    (send) => (message) => send(message).catch(() => send(message)),
    [tries, keys],
  ),
  sending(
    'tries again after a minute when a mail was refused',
    (send) => (message) =>
      send(message).catch((error) => {
        setTimeout(() => void send(message).catch(() => undefined), 60_000).unref();
        throw error;
      }),
    [tries],
  ),
  sending(
    'waits for ever for a service that never responds',
    (send) => (message) =>
      send(message).catch((error: Error) => {
        if (error.message === 'No response in time') return new Promise<void>(() => {});
        throw error;
      }),
    [inTime],
  ),
  ...Object.entries({
    'the recipient': ({ recipient }: MailMessage) => `Refused: ${recipient}`,
    'the subject': ({ subject }: MailMessage) => `Refused: ${subject}`,
    'the text': ({ text }: MailMessage) => `Refused: ${text}`,
  }).map(([what, told]) =>
    sending(
      `names ${what} in its error`,
      (send) => (message) =>
        send(message).catch(() => {
          throw new Error(told(message));
        }),
      [silent, waits],
    ),
  ),
  sending(
    'hides the request in a property of its error',
    (send) => (message) =>
      send(message).catch((error) => {
        throw Object.assign(error, { request: { body: JSON.stringify({ to: message.recipient }) } });
      }),
    [silent],
  ),
  sending(
    'writes each mail to the console',
    (send) => (message) => {
      console.info('mail', message);
      return send(message);
    },
    [silent],
  ),
  sending(
    'writes recipients to the output of the process',
    (send) => (message) => {
      process.stdout.write(`mail to ${message.recipient}\n`);
      return send(message);
    },
    [silent],
  ),
  {
    name: 'writes links of mails to the log',
    noticedBy: [silent],
    wrap(harness) {
      const lines: string[] = [];
      return {
        ...harness,
        logged: async () => lines.join('\n'),
        mailer: {
          ...harness.mailer,
          send(message) {
            lines.push(`sent ${message.unsubscribeUrl}`);
            return harness.mailer.send(message);
          },
        },
      };
    },
  },
];

describeBreaks<MailerHarness>({
  name: 'the kit for mailers, run with the memory mailer',
  cases: Object.fromEntries(
    Object.entries(mailerCases).filter(([title]) => !Object.hasOwn(mailPartCases, title)),
  ),
  create: openMemoryMailer,
  breaks: [...breaks, ...brokenMailContents, ...brokenMailServices],
});

describeBreaks<MailerHarness>({
  name: 'the kit for the parts of mails, run with the mailer of the examples',
  cases: mailPartCases,
  create: openHttpMail,
  dispose: (harness) => harness.dispose(),
  breaks: brokenMailParts,
});
