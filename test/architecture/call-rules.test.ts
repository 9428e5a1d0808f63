import { expect, test } from 'vitest';
import { openSandboxNotices } from '#sandbox/test/notices-harness.ts';
import type { CardGatewayHarness } from '#test/kits/card-gateway-harness.ts';
import { cardGatewayCases } from '#test/kits/card-gateway-kit.ts';
import { gatewayRules } from '#test/kits/gateway-call-rules.ts';
import { mailerRules } from '#test/kits/mailer-call-rules.ts';
import type { MailerHarness } from '#test/kits/mailer-harness.ts';
import { mailerCases } from '#test/kits/mailer-kit.ts';
import { mediaRules } from '#test/kits/media-call-rules.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { mediaStorageCases } from '#test/kits/media-storage-kit.ts';
import { noticeRules } from '#test/kits/notice-call-rules.ts';
import type { PaymentNoticesHarness } from '#test/kits/payment-notices-harness.ts';
import { paymentNoticesCases } from '#test/kits/payment-notices-kit.ts';
import type { KitCases } from '#test/kits/run-kit.ts';
import { type CallRules, watchCalls } from '#test/kits/watch-calls.ts';
import { openMemoryMailer } from '#test/support/memory-mailer-harness.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';
import { openMemoryGateway } from '#test/support/memory-payment-gateway.ts';

// Rules that the kits check for every call. Each kit test below passes with its defect unless the calls are watched.

/** A defect, and a kit test that does not notice it by itself. */
interface Unnoticed {
  readonly defect: string;
  /** Runs the kit test, with or without the rules for all calls and the defect. */
  run(isWatched: boolean, isBroken: boolean): Promise<void>;
}

function unnoticed<Harness>(
  rules: CallRules<Harness>,
  cases: KitCases<Harness>,
  create: () => Promise<Harness>,
) {
  return (defect: string, title: string, change: (harness: Harness) => Harness): Unnoticed => ({
    defect,
    async run(isWatched, isBroken) {
      const made = await create();
      const harness = isBroken ? change(made) : made;
      const run = cases[title] ?? (() => Promise.reject(new Error(`No test "${title}"`)));
      await (isWatched ? watchCalls(rules, harness, run) : run(harness));
    },
  });
}

const card = unnoticed<CardGatewayHarness>(gatewayRules(), cardGatewayCases, () => openMemoryGateway());
const mail = unnoticed<MailerHarness>(mailerRules, mailerCases, openMemoryMailer);
const media = unnoticed<MediaStorageHarness>(mediaRules, mediaStorageCases, openMemoryMediaStorage);
const notice = unnoticed<PaymentNoticesHarness>(noticeRules(), paymentNoticesCases, openSandboxNotices);

/** Returns a function that replaces methods of a part of a harness. */
const changing =
  <Harness, Part extends keyof Harness>(part: Part) =>
  (change: (adapter: Harness[Part]) => Partial<Harness[Part]>) =>
  (harness: Harness): Harness => ({ ...harness, [part]: { ...harness[part], ...change(harness[part]) } });

const withGateway = changing<CardGatewayHarness, 'gateway'>('gateway');
const withMailer = changing<MailerHarness, 'mailer'>('mailer');
const withStorage = changing<MediaStorageHarness, 'storage'>('storage');
const withNotices = changing<PaymentNoticesHarness, 'notices'>('notices');

const defects: readonly Unnoticed[] = [
  card(
    'writes nonces to the console that cannot be stored',
    'stores no payment method that is declined, used or unknown',
    withGateway((gateway) => ({
      async vault(request) {
        const outcome = await gateway.vault(request);
        if (outcome.outcome === 'declined') console.warn('declined', request.payment_method_nonce);
        return outcome;
      },
    })),
  ),
  card(
    'leaves a timer running after a fraud rejection',
    'declines a charge that the provider itself rejects as fraud',
    withGateway((gateway) => ({
      async charge(request) {
        setTimeout(() => request, 60_000);
        return gateway.charge(request);
      },
    })),
  ),
  card(
    'returns a field that the port does not have',
    'takes no money when the bank declines',
    withGateway((gateway) => ({
      charge: async (request) => ({ ...(await gateway.charge(request)), holder: 'Johanna Brandt' }) as never,
    })),
  ),
  card(
    'returns the buyer as Base64 in the metadata',
    'leaves no card at the provider that nobody asked to store',
    withGateway((gateway) => ({
      async charge(request) {
        const outcome = await gateway.charge(request);
        const buyer = Buffer.from(String(request.customer_id)).toString('base64');
        return outcome.outcome === 'authorised' ? { ...outcome, metadata: { buyer } } : outcome;
      },
    })),
  ),
  card(
    'writes nonces in Base64 to the console',
    'finds a declined charge',
    withGateway((gateway) => ({
      charge(request) {
        console.info(Buffer.from(request.payment_method_nonce).toString('base64'));
        return gateway.charge(request);
      },
    })),
  ),
  card(
    'returns the text "undefined" as a client token',
    'returns a client token for a guest and for a customer',
    withGateway(() => ({ createClientToken: async () => 'undefined' })),
  ),
  card(
    'changes the order that a client token is for',
    'returns a client token for a guest and for a customer',
    withGateway((gateway) => ({
      createClientToken(request) {
        if (request.order !== null) Object.assign(request.order, { email: '' });
        return gateway.createClientToken(request);
      },
    })),
  ),
  card(
    'keeps its last charge in the environment',
    'finds a declined charge',
    withGateway((gateway) => ({
      charge(request) {
        process.env.KIT_LAST_CHARGE = request.order_code;
        return gateway.charge(request);
      },
    })),
  ),
  mail(
    'adds the text of a mail to the error of an outage',
    'fails when a mail cannot be delivered, and can be called again',
    withMailer((mailer) => ({
      send: (message) =>
        mailer.send(message).catch((error: Error) => {
          throw Object.assign(error, { mail: message.text });
        }),
    })),
  ),
  mail(
    'leaves a timer running after mails with attachments',
    'delivers attachments byte for byte, of any size and name',
    withMailer((mailer) => ({
      send(message) {
        if (message.attachments.length > 0) setInterval(() => message.id, 60_000);
        return mailer.send(message);
      },
    })),
  ),
  media(
    'returns the path of a file with it',
    'returns null for a missing file, without an error',
    withStorage((storage) => ({
      async find(name, signal) {
        const file = await storage.find(name, signal);
        return file && { ...file, path: `/srv/films/${name}` };
      },
    })),
  ),
  media(
    'returns invalid URLs',
    'leaves no timer, console output or changed global behind',
    withStorage(() => ({ addressOf: async () => 'films of lessons' })),
  ),
  mail(
    'reports a negative Retry-After',
    'fails when a mail cannot be delivered, and can be called again',
    withMailer((mailer) => ({
      send: (message) =>
        mailer.send(message).catch((error: Error) => {
          throw Object.assign(error, { retryAfter: -30 });
        }),
    })),
  ),
  notice(
    'leaves a timer running after unused events',
    'accepts a signed event that the shop does not use, and reports nothing',
    withNotices((notices) => ({
      async read(webhook) {
        const result = await notices.read(webhook);
        if (result.ok && result.value === null) setTimeout(() => result, 60_000);
        return result;
      },
    })),
  ),
  notice(
    'writes the transaction of every event to the console',
    'reads every amount to the cent',
    withNotices((notices) => ({
      async read(webhook) {
        const result = await notices.read(webhook);
        if (result.ok) console.info('event', result.value);
        return result;
      },
    })),
  ),
];

test.each(defects)('an adapter that $defect fails a kit test about something else', async ({ run }) => {
  await run(true, false);
  await run(false, true);
  await expect(run(true, true)).rejects.toThrow();
});

/** Correct adapters and harnesses that the rules once refused. */
const sound: readonly Unnoticed[] = [
  card(
    'clears its timers by their methods and by their ids',
    'finds a declined charge',
    withGateway((gateway) => ({
      async findCharge(key) {
        const timers = [1, 2, 3].map(() => setTimeout(() => key, 60_000));
        const [first, second, third] = timers as [NodeJS.Timeout, NodeJS.Timeout, NodeJS.Timeout];
        const found = await gateway.findCharge(key);
        first.close();
        second[Symbol.dispose]();
        clearTimeout(Number(third));
        return found;
      },
    })),
  ),
  card(
    'cleans up a moment after it has returned',
    'finds a declined charge',
    withGateway((gateway) => ({
      findCharge(key) {
        setTimeout(() => key, 30);
        return gateway.findCharge(key);
      },
    })),
  ),
  card(
    'is called by a harness that changes the environment',
    'finds a declined charge',
    ({ nonce, ...harness }) => ({
      ...harness,
      nonce(kind) {
        process.env.KIT_LAST_NONCE = kind;
        return nonce(kind);
      },
    }),
  ),
];

test.each(sound)('an adapter that $defect passes', async ({ run }) => {
  await run(true, true);
});

test('the console and the timers are restored after a call that never returns', async () => {
  const harness = await openMemoryGateway();
  const { log } = console;
  const { setTimeout: timeout } = globalThis;
  const given = new AbortController();
  const waiting = watchCalls(gatewayRules(), harness, () => new Promise(() => {}), given.signal);
  expect(globalThis.setTimeout).not.toBe(timeout);
  given.abort(new Error('out of time'));
  await expect(waiting).rejects.toThrow('out of time');
  expect([console.log, globalThis.setTimeout]).toEqual([log, timeout]);
});

test('console output of a harness is not swallowed', async () => {
  const { info } = console;
  const lines: unknown[] = [];
  console.info = (line) => void lines.push(line);
  try {
    await watchCalls(gatewayRules(), await openMemoryGateway(), async () =>
      console.info('the simulator is up'),
    );
  } finally {
    console.info = info;
  }
  expect(lines).toEqual(['the simulator is up']);
});
