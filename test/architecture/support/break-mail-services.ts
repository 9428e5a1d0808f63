import { appendFileSync, openSync, writeSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Mailer } from '#ports/mailer.ts';
import { mailerAddressCases } from '#test/kits/address-cases.ts';
import type { MailerHarness } from '#test/kits/mailer-harness.ts';
import { mailServiceTests, retryAfterTests } from '#test/kits/mailer-kit.ts';
import { mailerProcessCases } from '#test/kits/process-cases.ts';
import { type Break, breaking } from './describe-breaks.ts';
import { leaveOpenAfter } from './leave-open.ts';
import { sideEffects } from './side-effects.ts';

const [waits, noWait, trickles] = retryAfterTests;
const [refused, tries, keys, inTime] = mailServiceTests;
const [unchanged = ''] = Object.keys(mailerProcessCases);
const silent = 'writes neither recipient nor content of a mail into errors, the log or the console';
const timers = 'leaves no timer behind when a mail was sent or refused';
const verifies = 'verifies without sending a mail, and rejects while the service is unreachable';
const verifiesInTime = 'gives up verifying within its time limit when the service never responds';
const forgets = 'forgets exactly the given mails, any number of times';

const mailing = breaking<MailerHarness, 'mailer'>('mailer');

/** Returns a defect that replaces `Mailer.send`. */
export const sending = (
  name: string,
  change: (send: Mailer['send']) => Mailer['send'],
  noticedBy: readonly string[],
) => mailing(name, (mailer) => ({ send: change((message) => mailer.send(message)) }), noticedBy);

/** Calls `act` with the recipient before each mail. */
const sendingAfter =
  (act: (recipient: string) => Promise<void> | void) =>
  (mailer: Mailer): Mailer => ({
    ...mailer,
    async send(message) {
      await act(message.recipient);
      await mailer.send(message);
    },
  });

/** Returns a defect in reading `Retry-After`. */
function reading(
  name: string,
  read: (header: string, status: number) => number | undefined,
  noticedBy: readonly string[],
): Break<MailerHarness> {
  return {
    name,
    noticedBy,
    wrap(harness) {
      let [header, status] = ['', 0];
      return {
        ...harness,
        async refuseFor(...given) {
          [header, status] = given;
          await harness.refuseFor?.(...given);
        },
        mailer: {
          ...harness.mailer,
          send: (message) =>
            harness.mailer.send(message).catch((error) => {
              throw header === '' ? error : Object.assign(error, { retryAfter: read(header, status) });
            }),
        },
      };
    },
  };
}

const secondsUntil = (date: string) => (Date.parse(date) - Date.now()) / 1_000;

const nowhere = openSync(devNull, 'w');

/** Defects in what a mailer does besides delivering. */
export const brokenMailServices: readonly Break<MailerHarness>[] = [
  reading('reports no Retry-After', () => undefined, [waits]),
  reading(
    'reports Retry-After only for status 429',
    (header, status) =>
      status === 429 ? Math.max(/^-?\d+$/.test(header) ? Number(header) : secondsUntil(header), 0) || 0 : 0,
    [waits],
  ),
  {
    name: 'ends its time limit with the beginning of a response',
    noticedBy: [trickles],
    wrap(harness) {
      let isTrickling = false;
      return {
        ...harness,
        async trickle() {
          isTrickling = true;
        },
        mailer: {
          ...harness.mailer,
          send: (message) => (isTrickling ? new Promise(() => {}) : harness.mailer.send(message)),
        },
      };
    },
  },
  reading(
    'understands no date in Retry-After',
    (header) => (/^-?\d+$/.test(header) ? Math.max(Number(header), 0) : 0),
    [waits],
  ),
  reading(
    'reads Retry-After as any number of JavaScript',
    (header) => Math.max(Number.isNaN(Number(header)) ? secondsUntil(header) : Number(header), 0) || 0,
    [noWait],
  ),
  reading(
    'understands no seconds in Retry-After',
    (header) => (/^-?\d+$/.test(header) ? 0 : Math.max(secondsUntil(header), 0) || 0),
    [waits],
  ),
  reading(
    'reports milliseconds instead of seconds',
    (header) => Math.max((/^-?\d+$/.test(header) ? Number(header) : secondsUntil(header)) * 1_000, 0) || 0,
    [waits],
  ),
  reading(
    'reports NaN for a malformed Retry-After',
    (header) => Math.max(/^-?\d+$/.test(header) ? Number(header) : secondsUntil(header), 0),
    [noWait],
  ),
  reading(
    'reports a Retry-After that has passed',
    (header) => (/^-?\d+$/.test(header) ? Number(header) : secondsUntil(header)) || 0,
    [noWait],
  ),
  sending(
    'reports a temporary refusal as final',
    (send) => (message) =>
      send(message).catch((error) => {
        throw error.message === 'Too many mails' ? Object.assign(error, { isFinal: true }) : error;
      }),
    [waits, noWait],
  ),
  mailing(
    'keeps its connection alive by a timer',
    ({ send }) => ({
      send(message) {
        setInterval(() => {}, 60_000).unref();
        return send(message);
      },
    }),
    [timers],
  ),
  mailing(
    'leaves the timer of its time limit behind after a refusal',
    ({ send }) => ({
      async send(message) {
        const limit = setTimeout(() => {}, 1_000);
        await send(message);
        clearTimeout(limit);
      },
    }),
    [timers],
  ),
  sending(
    'waits for its time limit by a pause that it does not end',
    (send) => (message) => Promise.race([send(message), pause(1_000)]),
    [timers],
  ),
  sending(
    'sends once more after an unreferenced pause',
    (send) => (message) =>
      send(message).catch((error) => {
        void pause(60_000, null, { ref: false }).then(() => send(message).catch(() => undefined));
        throw error;
      }),
    [tries],
  ),
  ...Object.entries<(text: string) => void>({
    'into a file': (text: string) => appendFileSync(devNull, text),
    'into a file, later': (text: string) => void appendFile(devNull, text),
    'to a file descriptor, as logging libraries do': (text: string) => void writeSync(nowhere, text),
    'as a warning of the process': (text: string) => process.emitWarning(text),
  }).map(([where, write]) =>
    mailing(
      `writes recipients ${where}`,
      ({ send }) => ({
        send(message) {
          write(`mail to ${message.recipient}\n`);
          return send(message);
        },
      }),
      [silent],
    ),
  ),
  {
    name: 'gives up a response and keeps its connection',
    noticedBy: [inTime],
    wrap(harness) {
      const { observed, leave } = leaveOpenAfter(harness, 'hang', 'fetch');
      return { ...observed, mailer: sendingAfter(leave)(harness.mailer) };
    },
  },
  ...sideEffects(
    'johanna.brandt@example.com',
    { addresses: Object.keys(mailerAddressCases), unchanged },
    (name, act, noticedBy) => mailing(name, sendingAfter(act), noticedBy),
  ),
  sending(
    'reports a spam refusal as an unknown recipient',
    (send) => (message) =>
      send(message).catch((error) => {
        throw error.message === 'suspicion' ? Object.assign(error, { isFinal: true }) : error;
      }),
    [refused],
  ),
  {
    name: 'has the day in the key of a mail',
    noticedBy: [keys],
    wrap(harness) {
      const sent: string[] = [];
      return {
        ...harness,
        tries: async () => [...sent],
        mailer: {
          ...harness.mailer,
          send(message) {
            sent.push(`${message.id} ${new Date().toISOString().slice(0, 10)}`);
            return harness.mailer.send(message);
          },
        },
      };
    },
  },
  mailing('verifies nothing', () => ({ verify: async () => {} }), [verifies, verifiesInTime]),
  mailing(
    'verifies by sending a mail',
    ({ send, verify }) => ({
      async verify() {
        await verify?.();
        await send({
          id: '00000000-0000-4000-8000-000000000001',
          sender: 'post@meisterhand.example',
          recipient: 'post@meisterhand.example',
          subject: 'A test',
          text: '',
          html: '',
          attachments: [],
        });
      },
    }),
    [verifies],
  ),
  mailing(
    'throws synchronously from verify',
    ({ verify = async () => {} }) => {
      let calls = 0;
      return {
        verify() {
          calls += 1;
          if (calls > 1) throw new Error('The service is away');
          return verify();
        },
      };
    },
    [verifies],
  ),
  mailing(
    'waits for ever when it verifies',
    ({ verify = async () => {} }) => ({
      verify: () =>
        verify().catch((error: Error) => {
          if (error.message === 'No response in time') return new Promise<void>(() => {});
          throw error;
        }),
    }),
    [verifiesInTime],
  ),
  mailing('forgets nothing', () => ({ forget: async () => {} }), [forgets]),
  mailing(
    'forgets no mail twice',
    ({ forget }) => {
      const before = new Set<string>();
      return {
        async forget(ids) {
          if (ids.some((id) => before.has(id))) throw new Error('Not there');
          await forget?.(ids);
          for (const id of ids) before.add(id);
        },
      };
    },
    [forgets],
  ),
];
