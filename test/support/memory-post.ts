import type { MailerHarness } from '#test/kits/mailer-kit.ts';
import { createMemoryMailer } from './memory-mailer.ts';

/** The mailer in memory, as its kit asks for it. */
export async function openMemoryPost(): Promise<MailerHarness> {
  const mailer = createMemoryMailer();
  return {
    mailer,
    arrived: async () => mailer.delivered.map(({ id, ...mail }) => ({ ...mail, messageId: id })),
    breakDown: async () => mailer.refuse('The post office is closed'),
    mend: async () => mailer.refuse(null),
    dispose: async () => {},
  };
}
