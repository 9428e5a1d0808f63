import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface TakenMail {
  readonly raw: string;
  readonly recipients: readonly string[];
  /** Whether nobody on the way could read it. */
  readonly isEncrypted: boolean;
}

interface PostOfficeOptions {
  /** Wants this name and password. */
  readonly login?: { readonly user: string; readonly password: string };
  /** From the first byte, or from `STARTTLS` on; never when not given. Its certificate is signed by itself. */
  readonly encryption?: 'at_once' | 'starttls';
  /** Says no to these for good. */
  readonly unknownRecipients?: readonly string[];
}

/** A mail server in this process that keeps what it takes. */
export interface PostOffice {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Mails as they came over the wire. */
  readonly taken: readonly TakenMail[];
  /** Names that logged in. */
  readonly users: readonly string[];
  /** Refuses recipients for the time being, as servers do that are busy. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. */
export async function openPostOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const { login, encryption, unknownRecipients = [] } = options;
  const taken: TakenMail[] = [];
  const users: string[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: login === undefined,
    secure: encryption === 'at_once',
    disabledCommands: [
      ...(login === undefined ? ['AUTH'] : []),
      ...(encryption === 'starttls' ? [] : ['STARTTLS']),
    ],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (login === undefined || username !== login.user || password !== login.password) {
        return done(new Error('Wrong password'));
      }
      users.push(login.user);
      return done(null, { user: login.user });
    },
    onRcptTo({ address }, _session, done) {
      if (unknownRecipients.includes(address))
        return done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }));
      if (!isRefusing) return done();
      return done(Object.assign(new Error('Busy, try again later'), { responseCode: 451 }));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push({
          raw: Buffer.concat(chunks).toString('utf8'),
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
        });
        done();
      });
    },
  });
  // Somebody who hangs up before anything is encrypted is no news.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  const credentials = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.password)}@`;
  return {
    url: `${encryption === 'at_once' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    taken,
    users,
    refuse(value) {
      isRefusing = value;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
