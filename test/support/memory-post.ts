import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail, MailerHarness } from '#test/kits/mailer-kit.ts';
import { createMemoryMailer } from './memory-mailer.ts';

/** Opens the in-memory mailer with the functions that the conformance kit needs. */
export async function openMemoryPost(): Promise<MailerHarness> {
  const memory = createMemoryMailer();
  const tries: string[] = [];
  let isHanging = false;
  const mailer: MailerHarness['mailer'] = {
    async send(message) {
      tries.push(message.id);
      if (isHanging) {
        await pause(20);
        throw new Error('No response in time');
      }
      await memory.send(message);
    },
  };
  return {
    mailer,
    arrived: async () =>
      memory.delivered.map(
        ({ id, ...mail }): ArrivedMail => ({
          ...mail,
          messageId: id,
          recipients: [mail.recipient],
          hasOneClick: mail.unsubscribeUrl !== undefined,
          isTracked: false,
        }),
      ),
    breakDown: async () => memory.refuse('The post office is closed'),
    mend: async () => memory.refuse(null),
    refuse: async (how) => memory.refuse(how),
    hang: async () => {
      isHanging = true;
    },
    tries: async () => [...tries],
    timeLimit: 2_000,
    dispose: async () => {},
  };
}
