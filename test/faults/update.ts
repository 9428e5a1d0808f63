import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { bringEarlierVersion, buildVersion } from '#test/faults/support/earlier-version.ts';
import { countOf, inParallel, inSeconds, report } from '#test/faults/support/fault-report.ts';
import { createShopApi } from '#test/faults/support/fault-shopper.ts';
import { createOffers, offers, openFaultWorld, portOf } from '#test/faults/support/fault-world.ts';
import { auditPurchases, createGuests } from '#test/faults/support/guests.ts';
import type { Child } from '#test/faults/support/processes.ts';
import { fetchAlone, startProxy } from '#test/faults/support/proxy.ts';
import { settle, settlePayments } from '#test/faults/support/settle.ts';
import { openSmtpServer } from '#test/support/smtp-server.ts';

/**
 * Updates the shop while guests read and buy (docs/testing.md, "Faults"): the last version and this one side by side on
 * one database behind nginx, then only this one, back to the last one, and to this one again, after which the last one
 * is stopped. No request fails, no cart, session or mail is lost, and the books agree. At the end the last version is
 * started again: it either works, or says that it cannot, before it changes anything. `--revision` names another
 * version.
 */
const { values } = parseArgs({
  options: { revision: { type: 'string' }, count: { type: 'string' } },
});
const purchasesEach = countOf(8, 50);
const shoppers = 4;
const readers = 3;
const carts = 20;
const settleMs = 300_000;
const patience = { forOneCall: 120_000 };
const pages = ['/de', '/en', '/de/kurse', '/en/kurse', '/de/kurse/clara-schumann', '/api/products'];

await using cleanUp = new AsyncDisposableStack();
const earlier = bringEarlierVersion(values.revision);
const thisVersion = { root: projectRoot, entry: 'src/app/start.ts' };
buildVersion(projectRoot);
const folder = mkdtempSync(join(tmpdir(), 'meisterhand-update-'));
cleanUp.defer(() => rmSync(folder, { recursive: true, force: true }));
const office = await openSmtpServer();
cleanUp.defer(() => office.close());
const world = await openFaultWorld({ timeLimit: 1_000, servers: 2, isMigrated: false, smtpUrl: office.url });
cleanUp.use(world);
await world.startGateway();
const startEarlier = () =>
  world.startServer(0, { program: { root: earlier.root, entry: 'src/app/start.ts' } });
const last = await startEarlier();
await createOffers(world);
const ports = { last: portOf(last.url), next: 0 };
const proxy = await startProxy(folder, [ports.last]);
cleanUp.defer(() => proxy.stop());

const counts = { pages: 0, files: 0, longestStart: 0 };
const api = createShopApi([proxy.url], fetchAlone);
const guests = createGuests({ api, world, patience });
const { purchases, faults } = guests;

/** Stores a cart with this number of books, which a guest keeps during the update. Returns its id. */
async function storeCart(number: number, id?: string): Promise<string> {
  const products = [{ product_id: offers.book, quantity: number }];
  const body = id === undefined ? { products } : { id, products };
  const { body: cart } = await api.call({ method: 'POST', path: '/cart/bundles', body }, patience);
  return cart.bundle_cart_unique_id;
}
async function quantityIn(id: string): Promise<number> {
  return (await api.call({ method: 'GET', path: `/cart/${id}` }, patience)).body.amount;
}
const standing = new Map<string, number>();
for (let number = 1; number <= carts; number += 1) standing.set(await storeCart(number), number);
const login = await api.call(
  {
    method: 'POST',
    path: '/auth/login',
    body: { identifier: 'lernende@meisterhand.example', password: 'meisterhand-demo' },
  },
  patience,
);
/** Refreshes the session of a learner and reads the cart. Returns the status. */
async function comeBack(): Promise<number> {
  const { refresh } = login.body;
  const { status, body } = await api.call(
    { method: 'POST', path: '/auth/refresh', body: { refresh } },
    patience,
  );
  if (status !== 200) return status;
  const headers = { Authorization: `Bearer ${body.access}` };
  return (await api.call({ method: 'GET', path: '/cart', headers }, patience)).status;
}

let isOver = false;
const stopBuying = guests.keepBuying(shoppers);
const reading = inParallel(readers, readers, async (index) => {
  for (let turn = index; !isOver; turn += 1) {
    const page = pages[turn % pages.length] ?? '/de';
    const { status, text } = await readOnce(page);
    counts.pages += 1;
    if (status !== 200) faults.push(`GET ${page} was ${status}`);
    // The files that a browser requests for this page, some time later.
    for (const file of new Set(text.match(/\/assets\/[\w.-]+\.(?:js|css)/g))) {
      const { status: fileStatus } = await readOnce(file);
      counts.files += 1;
      if (fileStatus !== 200) faults.push(`GET ${file} of ${page} was ${fileStatus}`);
    }
  }
});

async function readOnce(path: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const response = await fetchAlone(`${proxy.url}${path}`, { signal: AbortSignal.timeout(40_000) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: '' };
  }
}

/** Waits until guests have bought at the current servers, and checks carts and the session from before. */
async function buyFor(what: string): Promise<void> {
  const bought = purchases.length;
  for (const end = performance.now() + settleMs; purchases.length < bought + purchasesEach; await pause(200))
    if (performance.now() > end) throw new Error(`${what}: nobody could buy for ${inSeconds(settleMs)}`);
  for (const [id, quantity] of standing) {
    const found = await quantityIn(id);
    if (found !== quantity) faults.push(`${what}: a cart of ${quantity} books has ${found}`);
    await storeCart(quantity + 1, id);
    standing.set(id, quantity + 1);
  }
  const status = await comeBack();
  if (status !== 200) faults.push(`${what}: the session of a learner was answered with ${status}`);
}

const servers: Child[] = [];
try {
  await buyFor('the last version alone');
  const starting = performance.now();
  const next = await world.startServer(1, { program: thisVersion });
  servers.push(next);
  counts.longestStart = performance.now() - starting;
  ports.next = portOf(next.url);
  const both = [ports.last, ports.next];
  await proxy.pointTo(both);
  await buyFor('side by side');
  await proxy.pointTo([ports.next], both);
  await buyFor('this version alone');
  await proxy.pointTo([ports.last], both);
  await buyFor('back to the last version');
  await proxy.pointTo([ports.next], both);
  await buyFor('this version again');
  // The proxy still has pages of the last version, and readers still request their files.
  await pause(30_000);
  await proxy.pointTo([ports.next]);
  const code = await last.end('SIGTERM');
  if (code !== 0) faults.push(`The last version ended with ${code}; it said: ${last.output().slice(-500)}`);
  await buyFor('after the last version has ended');
} finally {
  isOver = true;
  await Promise.all([stopBuying(), reading]);
}

await settlePayments(world);
const unsent = await settle(() =>
  world.query((db) =>
    db
      .selectFrom('outbox')
      .select(['template', 'attempts', 'due_at', 'failed_at', 'last_error'])
      .where('sent_at', 'is', null)
      .where('template', '=', 'order')
      .execute(),
  ),
);
for (const mail of unsent) faults.push(`A mail still waits for a job: ${JSON.stringify(mail)}`);
const mails = await world.query((db) =>
  db.selectFrom('outbox').select('recipient').where('template', '=', 'order').execute(),
);
// Each guest buys once with an address of its own; a link for a password, if any, is due much later.
const arrived = office.taken.flatMap(({ recipients }) => recipients);
for (const { recipient } of mails)
  if (!arrived.includes(recipient)) faults.push('The confirmation of an order did not arrive');

const schema = () =>
  world.query(async (db) => {
    const { rows } = await sql<{ text: string }>`
      select md5(string_agg(table_name || '.' || column_name || data_type, ',' order by table_name, ordinal_position))
        || (select string_agg(name || checksum, ',' order by name) from schema_migration) as text
      from information_schema.columns where table_schema = 'public'`.execute(db);
    return rows[0]?.text;
  });
const schemaBefore = await schema();
const wayBack = await startEarlier().then(
  () => 'starts again',
  (error: Error) =>
    /The database was made by a newer version[^\n]*/.exec(error.message)?.[0] ?? error.message,
);
if (!/starts again|newer version/.test(wayBack)) faults.push(`The last version did not start: ${wayBack}`);
if ((await schema()) !== schemaBefore) faults.push('The last version changed the schema on its way back');

const { unanswered, unavailable } = api.troubles;
if (unanswered > 0) faults.push(`${unanswered} calls were not answered`);
if (unavailable > 0) faults.push(`${unavailable} calls were refused`);
const audit = await auditPurchases({ api, world }, guests, { servers });
report(
  {
    'last version': earlier.name,
    'start of this version beside it': inSeconds(counts.longestStart),
    'pages read': counts.pages,
    'files of pages read': counts.files,
    'carts that stood': standing.size,
    'confirmations by mail': mails.length,
    'the last version afterwards': wayBack,
    ...audit.figures,
  },
  audit.faults,
);
