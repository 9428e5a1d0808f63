import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface TakenMail {
  readonly raw: string;
  readonly recipients: readonly string[];
  /** Whether the connection was encrypted. */
  readonly isEncrypted: boolean;
}

interface PostOfficeOptions {
  /** Requires login with this user name and password. */
  readonly login?: { readonly user: string; readonly password: string };
  /** TLS from the first byte or after `STARTTLS`, with a self-signed certificate; default: no TLS. */
  readonly encryption?: 'at_once' | 'starttls';
  /** E-mail addresses that the server rejects permanently. */
  readonly unknownRecipients?: readonly string[];
  /** Milliseconds between storing a mail and confirming it; `hurry` ends the delay. */
  readonly delay?: number;
}

/** A mail server in this process that stores accepted mails. */
export interface PostOffice {
  /** URL for the setting `SMTP_URL`. */
  readonly url: string;
  /** Accepted mails in their raw form. */
  readonly taken: readonly TakenMail[];
  /** User names that have logged in. */
  readonly users: readonly string[];
  /** Returns the number of connections so far. */
  connections(): number;
  /** While true, the server rejects recipients temporarily, as a busy server does. */
  refuse(isRefusing: boolean): void;
  /** From now on the server confirms mails without delay. */
  hurry(): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free local port. */
export async function openPostOffice(options: PostOfficeOptions = {}): Promise<PostOffice> {
  const { login, encryption, unknownRecipients = [] } = options;
  let { delay = 0 } = options;
  const taken: TakenMail[] = [];
  const users: string[] = [];
  let isRefusing = false;
  let connections = 0;
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
    onConnect(_session, done) {
      connections += 1;
      done();
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
        setTimeout(done, delay);
      });
    },
  });
  // Clients may disconnect before TLS is established.
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  const credentials = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.password)}@`;
  return {
    url: `${encryption === 'at_once' ? 'smtps' : 'smtp'}://${credentials}127.0.0.1:${port}`,
    taken,
    users,
    connections: () => connections,
    refuse(value) {
      isRefusing = value;
    },
    hurry() {
      delay = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
