import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail, MailerHarness } from '#test/kits/mailer-harness.ts';
import { createMemoryMailer } from './memory-mailer.ts';

/** Opens the in-memory mailer with the functions that the conformance kit needs. */
export async function openMemoryMailer(): Promise<MailerHarness> {
  const memory = createMemoryMailer();
  const tries: string[] = [];
  const forgotten = new Set<string>();
  let isHanging = false;
  let isTrickling = false;
  let isAway = false;
  /** Seconds after which the service accepts mails again. */
  let retryAfter = 0;
  const mailer: MailerHarness['mailer'] = {
    async send(message) {
      tries.push(message.id);
      if (isTrickling) throw new Error('No end of the response in time');
      if (isHanging) {
        await pause(20);
        throw new Error('No response in time');
      }
      await memory.send(message).catch((error) => {
        throw Object.assign(error, { retryAfter });
      });
      forgotten.delete(message.id);
    },
    async forget(ids) {
      for (const id of ids) forgotten.add(id);
    },
    async verify() {
      if (isAway) throw new Error('No connection');
      if (!isHanging) return;
      await pause(20);
      throw new Error('No response in time');
    },
  };
  return {
    mailer,
    arrived: async () =>
      memory.delivered
        .filter(({ id }) => !forgotten.has(id))
        .map(
          ({ id, ...mail }): ArrivedMail => ({
            ...mail,
            messageId: id,
            recipients: [mail.recipient],
            hasOneClick: mail.unsubscribeUrl !== undefined,
            isTracked: false,
          }),
        ),
    breakDown: async () => memory.refuse('The mail server is down'),
    mend: async () => memory.refuse(null),
    refuse: async (how) => memory.refuse(how),
    async refuseFor(header) {
      const until = /^-?\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
      retryAfter = until > 0 ? Math.ceil(until) : 0;
      memory.refuse('Too many mails');
    },
    cutOff: async () => {
      isAway = true;
    },
    hang: async () => {
      isHanging = true;
    },
    trickle: async () => {
      isTrickling = true;
    },
    tries: async () => [...tries],
    timeLimit: 1_000,
    dispose: async () => {},
  };
}
