import { terms } from './retention-terms.ts';

/** A file, or a kind of files, outside of the database. */
interface PersonalFile {
  readonly file: string;
  readonly what: string;
  readonly ends: string;
}

/** Files with personal data, and logs, which have none; docs/behaviour/personal-data.md lists them. */
export const personalFiles: readonly PersonalFile[] = [
  {
    file: 'mails in `MAIL_DIR`, in demo mode only',
    what: 'mails as they were sent, with their PDFs',
    ends: `${terms.mail} days after a mail was sent, when its row loses the recipient`,
  },
  {
    file: 'backups (`npm run shop -- backup`)',
    what: 'everything that the database had at their moment',
    ends: 'when the operator deletes them',
  },
  {
    file: 'the log, on standard output',
    what: 'nothing: neither client addresses nor what anybody has typed',
    ends: 'when the operator deletes it',
  },
  {
    file: '`postgres.log` in `DATA_DIR`, of the shop’s own PostgreSQL',
    what: 'nothing: errors without rows and statements',
    ends: 'at the next start',
  },
  {
    file: 'logs of another PostgreSQL, a proxy or a service that sends mails',
    what: 'rows in details of errors; client addresses; recipients',
    ends: 'as the operator sets it there, and names it on the privacy page',
  },
];
