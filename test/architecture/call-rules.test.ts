import { expect, test } from 'vitest';
import type { CardGateway } from '#ports/payment-gateway.ts';
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
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';
import { openMemoryGateway } from '#test/support/memory-payment-gateway.ts';
import { openMemoryPost } from '#test/support/memory-post.ts';

// What the kits see of every call, in tests that are about something else: these pass with each of the defects, unless
// the calls are watched.

/** A harness as it is and with a defect, and a test that does not notice the defect. */
interface Unnoticed {
  readonly defect: string;
  /** Runs the test with the defect, with the rules for all calls or without. */
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
const mail = unnoticed<MailerHarness>(mailerRules, mailerCases, openMemoryPost);
const media = unnoticed<MediaStorageHarness>(mediaRules, mediaStorageCases, openMemoryMediaStorage);
const notice = unnoticed<PaymentNoticesHarness>(noticeRules(), paymentNoticesCases, openSandboxNotices);

const withGateway =
  (change: (gateway: CardGateway) => Partial<CardGateway>) =>
  ({ gateway, ...harness }: CardGatewayHarness): CardGatewayHarness => ({
    ...harness,
    gateway: { ...gateway, ...change(gateway) },
  });

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
    'keeps a timer for a fraud',
    'declines a charge that the provider itself rejects as fraud',
    withGateway((gateway) => ({
      async charge(request) {
        setTimeout(() => request, 60_000);
        return gateway.charge(request);
      },
    })),
  ),
  card(
    'returns more of a decline than the port has',
    'takes no money when the bank declines',
    withGateway((gateway) => ({
      charge: async (request) => ({ ...(await gateway.charge(request)), holder: 'Johanna Brandt' }) as never,
    })),
  ),
  card(
    'tells the buyer in Base64 in the metadata',
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
    'returns what is left of a client token that is not there',
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
    'tells the text of a mail in the error of an outage',
    'fails when a mail cannot be delivered, and can be called again',
    ({ mailer, ...harness }) => ({
      ...harness,
      mailer: {
        ...mailer,
        send: (message) =>
          mailer.send(message).catch((error: Error) => {
            throw Object.assign(error, { mail: message.text });
          }),
      },
    }),
  ),
  mail(
    'keeps a timer for mails with attachments',
    'delivers attachments byte for byte, of any size and name',
    ({ mailer, ...harness }) => ({
      ...harness,
      mailer: {
        ...mailer,
        send(message) {
          if (message.attachments.length > 0) setInterval(() => message.id, 60_000);
          return mailer.send(message);
        },
      },
    }),
  ),
  media(
    'tells the path of a file with it',
    'has no missing file, without an error',
    ({ storage, ...harness }) => ({
      ...harness,
      storage: {
        ...storage,
        async find(name, signal) {
          const file = await storage.find(name, signal);
          return file && { ...file, path: `/srv/films/${name}` };
        },
      },
    }),
  ),
  media(
    'gives addresses that are none',
    'leaves nothing behind of its calls: no timer, nothing on the console, and nothing of the process is changed',
    ({ storage, ...harness }) => ({
      ...harness,
      storage: { ...storage, addressOf: async () => 'films of lessons' },
    }),
  ),
  mail(
    'tells a time to wait that is over',
    'fails when a mail cannot be delivered, and can be called again',
    ({ mailer, ...harness }) => ({
      ...harness,
      mailer: {
        ...mailer,
        send: (message) =>
          mailer.send(message).catch((error: Error) => {
            throw Object.assign(error, { retryAfter: -30 });
          }),
      },
    }),
  ),
  notice(
    'keeps a timer for events that the shop does not use',
    'accepts a signed event that the shop does not use, and reports nothing',
    ({ notices, ...harness }) => ({
      ...harness,
      notices: {
        ...notices,
        async read(webhook) {
          const result = await notices.read(webhook);
          if (result.ok && result.value === null) setTimeout(() => result, 60_000);
          return result;
        },
      },
    }),
  ),
  notice(
    'writes the transaction of every event to the console',
    'reads every amount to the cent',
    ({ notices, ...harness }) => ({
      ...harness,
      notices: {
        ...notices,
        async read(webhook) {
          const result = await notices.read(webhook);
          if (result.ok) console.info('event', result.value);
          return result;
        },
      },
    }),
  ),
];

test.each(defects)(
  'an adapter that $defect is noticed, though the test is about something else',
  async ({ run }) => {
    await run(true, false);
    await run(false, true);
    await expect(run(true, true)).rejects.toThrow();
  },
);

/** Adapters and harnesses with nothing to find, in tests that once found something. */
const sound: readonly Unnoticed[] = [
  card(
    'ends its timers by their own methods and by their numbers',
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
    'puts something away a moment after it has returned',
    'finds a declined charge',
    withGateway((gateway) => ({
      findCharge(key) {
        setTimeout(() => key, 30);
        return gateway.findCharge(key);
      },
    })),
  ),
  card(
    'is asked in a process whose harness changes the environment',
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

test('a call that never returns leaves the console and the timers to the next test', async () => {
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

test('what a harness writes reaches the console', async () => {
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
