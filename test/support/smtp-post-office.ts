import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server in this process that keeps what it takes. */
export interface PostOffice {
  /** For `SMTP_URL`. */
  readonly url: string;
  /** Mails as they came over the wire. */
  readonly taken: readonly { readonly raw: string; readonly recipients: readonly string[] }[];
  /** Names that logged in. */
  readonly users: readonly string[];
  /** Refuses recipients for the time being, as servers do that are busy. */
  refuse(isRefusing: boolean): void;
  close(): Promise<void>;
}

/** Starts a mail server on a free port of this machine. With `login` it wants that name and password. */
export async function openPostOffice(login?: { user: string; password: string }): Promise<PostOffice> {
  const taken: { raw: string; recipients: readonly string[] }[] = [];
  const users: string[] = [];
  let isRefusing = false;
  const server = new SMTPServer({
    authOptional: login === undefined,
    disabledCommands: login === undefined ? ['STARTTLS', 'AUTH'] : ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      if (login === undefined || username !== login.user || password !== login.password) {
        return done(new Error('Wrong password'));
      }
      users.push(login.user);
      return done(null, { user: login.user });
    },
    onRcptTo(_address, _session, done) {
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
        });
        done();
      });
    },
  });
  const listening = server.listen(0, '127.0.0.1');
  await new Promise((resolve) => listening.once('listening', resolve));
  const { port } = listening.address() as AddressInfo;
  const credentials = login === undefined ? '' : `${login.user}:${encodeURIComponent(login.password)}@`;
  return {
    url: `smtp://${credentials}127.0.0.1:${port}`,
    taken,
    users,
    refuse(value) {
      isRefusing = value;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
