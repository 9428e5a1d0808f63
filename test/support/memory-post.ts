import type { MailerHarness } from '#test/kits/mailer-kit.ts';
import { createMemoryMailer } from './memory-mailer.ts';

/** Opens the in-memory mailer with the functions that the conformance kit needs. */
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
