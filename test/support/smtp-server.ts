import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailRefusal } from '#test/kits/mailer-harness.ts';

interface TakenMail {
  readonly raw: string;
  readonly recipients: readonly string[];
  /** Whether the connection was encrypted. */
  readonly isEncrypted: boolean;
}

interface SmtpServerOptions {
  /** Requires login with this user name and password. */
  readonly login?: { readonly user: string; readonly password: string };
  /** TLS from the first byte or after `STARTTLS`, with a self-signed certificate; default: no TLS. */
  readonly encryption?: 'at_once' | 'starttls';
  /** E-mail addresses that the server rejects permanently. */
  readonly unknownRecipients?: readonly string[];
  /** Milliseconds between storing a mail and confirming it; `hurry` ends the delay. */
  readonly delay?: number;
}

/** How the server refuses every mail: as in `MailRefusal`, with `busy` for all recipients, or by not responding. */
type Refusal = MailRefusal | 'busy' | 'silent';

/** An SMTP server in this process that stores accepted mails. */
export interface SmtpServer {
  /** URL for the setting `SMTP_URL`. */
  readonly url: string;
  /** Accepted mails in their raw form. */
  readonly taken: readonly TakenMail[];
  /** User names that have logged in. */
  readonly users: readonly string[];
  /** Returns the number of connections so far. */
  connections(): number;
  /** Refuses every mail in this way from now on; null: accepts mails again. */
  refuse(how: Refusal | null): void;
  /** Confirms mails without delay from now on. */
  hurry(): void;
  close(): Promise<void>;
}

/** Starts an SMTP server on a free local port. */
export async function openSmtpServer(options: SmtpServerOptions = {}): Promise<SmtpServer> {
  const { login, encryption, unknownRecipients = [] } = options;
  let { delay = 0 } = options;
  const taken: TakenMail[] = [];
  const users: string[] = [];
  let refusal: Refusal | null = null;
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
      if (refusal !== 'silent') done();
    },
    onMailFrom(_sender, _session, done) {
      if (refusal === 'credentials') return done(answer(530, 'Authentication required'));
      if (refusal === 'too_many') return done(answer(421, 'Too many mails, try again later'));
      return done();
    },
    onRcptTo({ address }, _session, done) {
      if (refusal === 'recipient' || unknownRecipients.includes(address))
        return done(answer(550, `<${address}>: No such mailbox`));
      return refusal === 'busy' ? done(answer(451, 'Busy, try again later')) : done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        if (refusal === 'suspicion') return done(answer(550, '5.7.1 This looks like spam'));
        if (refusal === 'belated')
          return done(answer(554, `Refused: ${raw.match(/^(?:To|Subject): .*$/gm)?.join(' ')}`));
        taken.push({
          raw,
          recipients: session.envelope.rcptTo.map(({ address }) => address),
          isEncrypted: session.secure,
        });
        return setTimeout(done, delay);
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
    refuse(how) {
      refusal = how;
    },
    hurry() {
      delay = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const answer = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });
