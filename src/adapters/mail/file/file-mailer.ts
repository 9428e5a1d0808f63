import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
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
  /** Names of the attachments and of their files, without the pictures of the HTML. */
  readonly attachments: readonly { readonly filename: string; readonly file: string }[];
}

/** Characters of a mail's id, a UUID. */
const idLength = 36;

/**
 * The default mailer. Writes each mail as `<id>.eml` with `<id>.html`, attachments `<id>-1.pdf` and so on, and
 * `<id>.json` (`WrittenMail`). Sending a mail again replaces its files. Files are renamed into place, so a crash leaves
 * no incomplete file.
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
      const files = attachments.map((attachment, index) => ({
        ...attachment,
        file: `${id}-${index + 1}${extname(attachment.filename)}`,
      }));
      const pictures = files.filter(({ contentId }) => contentId !== undefined);
      for (const { file, content } of files) await replaceFile(file, content);
      const written: WrittenMail = {
        recipient,
        subject,
        attachments: files
          .filter((file) => !pictures.includes(file))
          .map(({ filename, file }) => ({ filename, file })),
      };
      // Browsers cannot resolve content ids, so the page refers to files beside it.
      const shown = pictures.reduce(
        (page, { contentId, file }) => page.replaceAll(`"cid:${contentId}"`, `"${file}"`),
        html,
      );
      await replaceFile(`${id}.html`, shown);
      await replaceFile(`${id}.json`, JSON.stringify(written));
      await replaceFile(`${id}.eml`, sent.message as Buffer);
    },
    async forget(ids) {
      const isMissing = (error: NodeJS.ErrnoException) => error.code === 'ENOENT';
      const names = await readdir(directory).catch((error) => {
        if (isMissing(error)) return [];
        throw error;
      });
      const forgotten = new Set(ids);
      for (const name of names) {
        if (forgotten.has(name.slice(0, idLength)) && /^[-.]/.test(name.slice(idLength)))
          await rm(join(directory, name), { force: true });
      }
    },
  };
}
