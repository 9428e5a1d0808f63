import { mkdir, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { createTransport } from 'nodemailer';
import { toNodemailer } from '#adapters/mail/nodemailer-message.ts';
import type { Mailer, MailMessage } from '#ports/mailer.ts';

interface FileMailerDeps {
  /** Folder for the `.eml` files; created if missing. */
  readonly directory: string;
}

/** The content of `<id>.json`, for programs that list the folder. */
export interface WrittenMail {
  readonly recipient: string;
  readonly subject: string;
  /** Names of the attachments and of their files. */
  readonly attachments: readonly { readonly filename: string; readonly file: string }[];
}

/**
 * The default mailer: writes each mail as `<id>.eml`, with `<id>.html`, the attachments `<id>-1.pdf` and so on, and
 * `<id>.json`, a `WrittenMail`. A mail that is sent twice is replaced. Files are renamed into place, so a crash leaves no
 * incomplete file.
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
      const { id, recipient, subject, html, attachments } = message;
      await mkdir(directory, { recursive: true });
      const sent = await transport.sendMail(toNodemailer(message));
      const files = attachments.map(({ filename, content }, index) => ({
        filename,
        file: `${id}-${index + 1}${extname(filename)}`,
        content,
      }));
      for (const { file, content } of files) await replaceFile(file, content);
      const written: WrittenMail = {
        recipient,
        subject,
        attachments: files.map(({ filename, file }) => ({ filename, file })),
      };
      await replaceFile(`${id}.html`, html);
      await replaceFile(`${id}.json`, JSON.stringify(written));
      await replaceFile(`${id}.eml`, sent.message as Buffer);
    },
  };
}
