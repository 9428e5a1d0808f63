import type { Mailer, MailFailure, MailMessage } from '#ports/mailer.ts';
import { mailPartCases } from '#test/kits/mail-part-cases.ts';
import type { MailerHarness } from '#test/kits/mailer-harness.ts';
import { sending } from './break-mail-services.ts';
import type { Break } from './describe-breaks.ts';

const [parts = '', anyHour = '', atOnce = '', alike = '', statuses = '', lost = '', waits = ''] =
  Object.keys(mailPartCases);

/** Treats one status of the service as an acceptance. */
const accepting = (status: number) => (send: Mailer['send']) => (message: MailMessage) =>
  send(message).catch((error: Error) => {
    if (!error.message.endsWith(` ${status}`)) throw error;
  });

export const brokenMailParts: readonly Break<MailerHarness>[] = [
  sending(
    'sends every mail from the same sender',
    (send) => (message) => send({ ...message, sender: 'Meisterhand <post@meisterhand.example>' }),
    [parts, anyHour, atOnce],
  ),
  sending(
    'sends text attachments as binary files',
    (send) => (message) =>
      send({
        ...message,
        attachments: message.attachments.map((file) =>
          file.type.startsWith('text/') ? { ...file, type: 'application/octet-stream' } : file,
        ),
      }),
    [parts, atOnce],
  ),
  sending(
    'keeps the reply address for the next mail',
    (send) => {
      let replyTo: string | undefined;
      return (message) => {
        replyTo = message.replyTo ?? replyTo;
        return send(replyTo === undefined ? message : { ...message, replyTo });
      };
    },
    [parts, atOnce],
  ),
  sending(
    'mixes up the texts of parallel mails',
    (send) => {
      let last: MailMessage;
      return async (message) => {
        last = message;
        await null;
        await send({ ...message, text: last.text });
      };
    },
    [atOnce],
  ),
  sending(
    'changes the subject half a year later',
    (send) => {
      const begun = Date.now();
      return (message) =>
        send(Date.now() - begun > 4_000 * 3_600_000 ? { ...message, subject: 'Spät' } : message);
    },
    [anyHour],
  ),
  sending(
    'uses only the end of an id',
    (send) => (message) => send({ ...message, id: message.id.slice(-12) }),
    [alike],
  ),
  sending(
    'puts the attachments of a mail into its own order',
    (send) => (message) => {
      (message.attachments as unknown[]).reverse();
      return send(message);
    },
    [parts, anyHour, atOnce],
  ),
  sending('takes a conflict for an acceptance', accepting(409), [statuses]),
  sending('takes a redirect for an acceptance', accepting(302), [statuses]),
  sending(
    'reports every 4xx status as final',
    (send) => (message) =>
      send(message).catch((error: Error & MailFailure) => {
        throw / 4\d\d$/.test(error.message) ? Object.assign(error, { isFinal: true }) : error;
      }),
    [statuses],
  ),
  sending(
    'takes another key after a lost response',
    (send) => {
      const failed = new Set<string>();
      return (message) =>
        send(failed.has(message.id) ? { ...message, id: message.id.replace(/^./, 'f') } : message).catch(
          (error) => {
            failed.add(message.id);
            throw error;
          },
        );
    },
    [lost],
  ),
  sending(
    'sends one mail after the other',
    (send) => {
      let last: Promise<unknown> = Promise.resolve();
      return (message) => {
        const sent = last.then(() => send(message));
        last = sent.catch(() => {});
        return sent;
      };
    },
    [waits],
  ),
];
