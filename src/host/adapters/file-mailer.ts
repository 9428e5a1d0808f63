import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mailer, MailMessage } from '#host/ports/mailer.ts';

interface FileMailerDeps {
  /** Folder for the `.eml` files; made when missing. */
  readonly directory: string;
}

/**
 * Writes each mail as `<id>.eml` with a readable `<id>.html` beside it; the default mailer (decisions §4).
 * A mail sent twice replaces itself; a crash leaves no half-written file behind its final name.
 */
export function createFileMailer({ directory }: FileMailerDeps): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });

  async function replaceFile(name: string, content: string | Buffer): Promise<void> {
    const target = join(directory, name);
    await writeFile(`${target}.part`, content);
    await rename(`${target}.part`, target);
  }

  return {
    async send(message: MailMessage) {
      await mkdir(directory, { recursive: true });
      const sent = await transport.sendMail(toNodemailer(message));
      await replaceFile(`${message.id}.html`, message.html);
      await replaceFile(`${message.id}.eml`, sent.message as Buffer);
    },
  };
}

/** The message in the form nodemailer takes; shared with the SMTP mailer so that both send the same bytes. */
export function toNodemailer(message: MailMessage) {
  return {
    from: message.sender,
    to: message.recipient,
    subject: message.subject,
    text: message.text,
    html: message.html,
    attachments: message.attachments.map(({ filename, content, type }) => ({
      filename,
      content,
      contentType: type,
    })),
  };
}
