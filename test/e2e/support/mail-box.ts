import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/** A mail that the shop wrote as a file into its data directory. */
export interface DeliveredMail {
  readonly subject: string;
  /** The whole file as plain text, with the soft line breaks of quoted-printable encoding removed. */
  readonly text: string;
  /** Names of the attached files. */
  readonly attachments: readonly string[];
}

/** Returns the mails that the shop has written for an e-mail address so far, oldest first. */
function mailsTo(email: string): DeliveredMail[] {
  const folder = join(process.env.E2E_DATA_DIR ?? '', 'mail');
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.eml'))
    .sort()
    .map((name) => readIfThere(join(folder, name)))
    .filter((mail) => mail.includes(`To: ${email}`))
    .map(readMail);
}

/** Returns an empty text for a mail that the shop has just deleted, together with an account of an earlier journey. */
function readIfThere(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

function readMail(source: string): DeliveredMail {
  const text = decodeQuotedPrintable(source);
  return {
    subject: /^Subject: (.*(?:\r?\n[ \t].*)*)/m.exec(source)?.[1] ?? '',
    text,
    attachments: [...source.matchAll(/^Content-Disposition: attachment;\s+filename="?([^";\r\n]+)"?/gm)].map(
      (match) => match[1] ?? '',
    ),
  };
}

function decodeQuotedPrintable(source: string): string {
  const bytes = source
    .replace(/=\r?\n/g, '')
    .replace(/((?:=[0-9A-F]{2})+)/g, (run) => Buffer.from(run.replaceAll('=', ''), 'hex').toString('utf8'));
  return bytes.replaceAll('\u00a0', ' ');
}

/** Waits until a mail to this address contains the text `words`, and returns the newest such mail. */
export async function mailWith(email: string, words: string): Promise<DeliveredMail> {
  let found: DeliveredMail | undefined;
  await expect
    .poll(
      () => {
        found = mailsTo(email).findLast((mail) => mail.text.includes(words));
        return found !== undefined;
      },
      { message: `a mail to ${email} with “${words}”` },
    )
    .toBe(true);
  if (found === undefined) throw new Error('unreachable: the poll has found the mail');
  return found;
}

/** Waits for a mail to this address with a link to `path`, and returns the link's path and fragment. */
export async function mailedLink(email: string, path: string): Promise<string> {
  const { text } = await mailWith(email, `${path}#token=`);
  const link = new RegExp(`/(?:de|en)${path}#token=[\\w.-]+`).exec(text)?.[0];
  if (link === undefined) throw new Error(`The mail to ${email} has no link to ${path}`);
  return link;
}

/**
 * Waits for a mail with a link to set a password, and returns the link: of the mail after a guest's purchase (`konto`)
 * or of that for a forgotten password (`schritt`).
 */
export async function passwordLink(email: string, kind: 'konto' | 'schritt' = 'konto'): Promise<string> {
  const mail = await mailWith(email, `/auth/passwort?${kind}=neu#token=`);
  const link = /http:\/\/localhost:\d+\/(?:de|en)\/auth\/passwort\?[a-z]+=neu#token=[\w-]+/.exec(
    mail.text,
  )?.[0];
  if (link === undefined)
    throw new Error(`The mail to ${email} has no link to choose a password:\n${mail.text}`);
  return link;
}
