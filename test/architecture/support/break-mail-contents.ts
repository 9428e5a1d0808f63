import type { ArrivedMail, MailerHarness } from '#test/kits/mailer-harness.ts';
import type { Break } from './describe-breaks.ts';

const awkward =
  'changes nothing in unusual mails: long subjects, lines without a space, trailing spaces, capitals';
const attachments = 'delivers attachments byte for byte, of any size and name';

type Change = (mail: ArrivedMail) => Partial<ArrivedMail>;

/** Returns a defect that changes each mail that arrives. */
export const arriving = (
  name: string,
  change: (mail: ArrivedMail, index: number) => ArrivedMail,
  noticedBy: readonly string[],
): Break<MailerHarness> => ({
  name,
  noticedBy,
  wrap: (harness) => ({ ...harness, arrived: async () => (await harness.arrived()).map(change) }),
});

/** Changes that services and their modules make to unusual mails. */
const changes: Readonly<Record<string, readonly [test: string, change: Change]>> = {
  'cuts subjects': [awkward, ({ subject }) => ({ subject: subject.slice(0, 78) })],
  'encodes the ampersands of subjects': [
    awkward,
    ({ subject }) => ({ subject: subject.replaceAll('&', '&amp;') }),
  ],
  'drops characters of four bytes': [
    awkward,
    ({ text }) => ({ text: text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '') }),
  ],
  'removes spaces at the ends of lines': [
    awkward,
    ({ text }) => ({ text: text.replaceAll(/[ \t]+$/gm, '') }),
  ],
  'removes spaces at the beginning of the text': [awkward, ({ text }) => ({ text: text.trimStart() })],
  'joins empty lines': [awkward, ({ text }) => ({ text: text.replaceAll(/\n{3,}/g, '\n\n') })],
  'removes comments of HTML': [awkward, ({ html }) => ({ html: html.replaceAll(/<!--.*?-->/g, '') })],
  'breaks long lines of HTML': [awkward, ({ html }) => ({ html: html.replaceAll(/(x{998})/g, '$1\n') })],
  'writes recipients in small letters': [
    awkward,
    ({ recipient }) => ({ recipient: recipient.toLowerCase() }),
  ],
  'drops what stands behind a plus sign in an address': [
    awkward,
    ({ recipient }) => ({ recipient: recipient.replace(/\+[^@]*/, '') }),
  ],
  'writes names of attachments in ASCII': [
    attachments,
    ({ attachments }) => ({
      attachments: attachments.map((file) => ({
        ...file,
        filename: file.filename.replaceAll(/[^ -~]/g, '_'),
      })),
    }),
  ],
  'leaves attachments of a megabyte out': [
    attachments,
    ({ attachments }) => ({ attachments: attachments.filter(({ content }) => content.length < 1_000_000) }),
  ],
  'encodes the unsubscribe link once more': [
    'sets the reply address and the unsubscribe link if the mail has them',
    ({ unsubscribeUrl }) =>
      unsubscribeUrl === undefined ? {} : { unsubscribeUrl: encodeURI(unsubscribeUrl) },
  ],
};

/** Mailers that change what they deliver. */
export const brokenMailContents: readonly Break<MailerHarness>[] = Object.entries(changes).map(
  ([name, [test, change]]) => arriving(name, (mail) => ({ ...mail, ...change(mail) }), [test]),
);
