import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { createDatabase } from '#server/platform/database/connection.ts';
import { startPostgres } from '#server/platform/database/embedded/start-postgres.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import { openPooler, type Pooler } from './pooler.ts';
import { type Child, openRelay, type Relay, startChild } from './processes.ts';
import { openSmallDisk, type SmallDisk } from './small-disk.ts';
import { type DatabaseServer, killDatabase, promote, type Standby, startStandby } from './standby.ts';

/** A shop in several processes: PostgreSQL, the payment gateway and any number of servers. */
export interface FaultWorld {
  /**
   * Runs a query directly on PostgreSQL, without the relay that the servers use. Works only while PostgreSQL
   * runs.
   */
  query<Value>(work: (db: Kysely<Database>) => Promise<Value>): Promise<Value>;
  readonly gatewayUrl: string;
  readonly gatewaySecret: string;
  startGateway(): Promise<Child>;
  /** Starts a server. A second start with the same `number` uses the same URL and data directory. */
  startServer(number: number, options?: ServerOptions): Promise<Child>;
  /** The connection between the servers and PostgreSQL. */
  readonly line: Pick<Relay, 'lose' | 'restore'>;
  /** PgBouncer between the servers and PostgreSQL; null without `hasPooler`. */
  readonly pooler: Pooler | null;
  /** The disk of PostgreSQL; null without `diskMegabytes`. */
  readonly disk: SmallDisk | null;
  /** Stops PostgreSQL and closes all connections; committed data stays on disk. */
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Starts a standby, for which every commit waits from now on. */
  startStandby(): Promise<void>;
  /**
   * Disconnects PostgreSQL from its standby, kills it a moment later, promotes the standby and redirects the servers to
   * it. Returns the time of the promotion.
   */
  failOver(): Promise<Date>;
  /** Ends all running processes and deletes all data. */
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Products that shoppers buy (a course, and a book with limited stock), and the codes that reduce or pay the
 * price.
 */
export const offers = {
  course: 'course-clara-schumann',
  book: 'book-das-buch-vom-messen',
  /** Renews every month with the stored card. */
  subscription: 'subscription-monatskarte',
  coupon: 'WILLKOMMEN10',
  voucher: 'STOERFEST-GUTSCHEIN',
  /** A stock and a voucher balance in cents that no run uses up. */
  plenty: 1_000_000_000,
} as const;

/** Milliseconds without a connection to the standby before the primary is killed; commits of this time are lost. */
const lagMs = 500;

interface ServerOptions {
  /** Environment variables of the payment providers; default: those of the world. */
  readonly payment?: Readonly<Record<string, string>> | undefined;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
  /** Another program; default: this version without pages. */
  readonly program?: { readonly root: string; readonly entry: string };
}

interface WorldOptions {
  /** Milliseconds after which a server treats a response of the gateway as lost. */
  readonly timeLimit: number;
  readonly servers: number;
  /**
   * Environment variables that select another payment provider for the servers; default: the sandbox gateway.
   */
  readonly payment?: Readonly<Record<string, string>>;
  /** Whether the servers reach PostgreSQL through PgBouncer. */
  readonly hasPooler?: boolean;
  /** Size of a separate disk for PostgreSQL; default: the machine's disk. Needs root. */
  readonly diskMegabytes?: number;
  /** Whether this version migrates the database before the first server starts; default: yes. */
  readonly isMigrated?: boolean;
  /** URL of the mail server to which the servers send mails; default: the servers write mails as files. */
  readonly smtpUrl?: string;
}

/** Starts PostgreSQL with an empty, migrated database. The calling script starts gateway and servers. */
export async function openFaultWorld({
  timeLimit,
  servers,
  payment,
  smtpUrl,
  isMigrated = true,
  hasPooler = false,
  diskMegabytes,
}: WorldOptions): Promise<FaultWorld> {
  const folder = mkdtempSync(join(tmpdir(), 'meisterhand-faults-'));
  const dataDir = join(folder, 'postgres');
  mkdirSync(dataDir);
  const token = randomBytes(32).toString('hex');
  const gatewaySecret = randomBytes(32).toString('hex');
  const children = new Set<Child>();
  const ports = await Promise.all(Array.from({ length: servers + 2 }, reservePort));
  const [gatewayPort = 0, relayPort = 0, ...serverPorts] = ports;
  const gatewayUrl = `http://127.0.0.1:${gatewayPort}`;

  const disk = diskMegabytes === undefined ? null : openSmallDisk(dataDir, diskMegabytes);
  let primary = await startDatabaseIn(dataDir);
  let standby: Standby | null = null;
  const folders = [primary.postgres.folder];
  const addressOf = ({ postgres }: DatabaseServer) => postgres.connectionString;
  const relay = await openRelay(relayPort, portOf(addressOf(primary)));
  const atRelay = new URL(addressOf(primary));
  atRelay.port = String(relayPort);
  const pooler = hasPooler ? await openPooler(folder, atRelay) : null;
  if (isMigrated) await migrate(addressOf(primary));

  async function query<Value>(work: (db: Kysely<Database>) => Promise<Value>): Promise<Value> {
    const db = createDatabase(addressOf(primary), { max: 2 });
    try {
      return await work(db);
    } finally {
      await db.destroy();
    }
  }
  async function keep(starting: Promise<Child>): Promise<Child> {
    const child = await starting;
    children.add(child);
    return child;
  }

  return {
    query,
    gatewayUrl,
    gatewaySecret,
    startGateway: () =>
      keep(
        startChild({
          entry: 'sandbox/src/gateway/process.ts',
          url: gatewayUrl,
          readyPath: '/merchant/ledger',
          env: {
            SANDBOX_PORT: String(gatewayPort),
            SANDBOX_DATA_DIR: join(folder, 'gateway'),
            SANDBOX_SECRET: gatewaySecret,
          },
        }),
      ),
    line: relay,
    pooler,
    disk,
    startServer: (number, { payment: ownPayment = payment, env = {}, program } = {}) =>
      keep(
        startChild({
          entry: 'test/faults/support/run-test-server.ts',
          ...program,
          url: `http://127.0.0.1:${serverPorts[number]}`,
          readyPath: '/readyz',
          env: {
            PORT: String(serverPorts[number]),
            DATA_DIR: join(folder, `server-${number}`),
            MAIL_DIR: join(folder, 'mail'),
            ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
            DATABASE_URL: pooler?.url ?? atRelay.href,
            ...(ownPayment ?? {
              SANDBOX_GATEWAY_URL: gatewayUrl,
              SANDBOX_SECRET: gatewaySecret,
              SANDBOX_TIME_LIMIT: String(timeLimit),
            }),
            TOKEN_SECRET: token,
            CLIENT_ADDRESS_HEADER: 'X-Real-IP',
            LOG_LEVEL: 'error',
            ...env,
          },
        }),
      ),
    async stopDatabase() {
      await relay.refuse();
      await primary.postgres.stop();
    },
    async startDatabase() {
      primary = await startDatabaseIn(primary.dataDir);
      await relay.forwardTo(portOf(addressOf(primary)));
    },
    async startStandby() {
      standby = await startStandby(primary, join(folder, `postgres-${folders.length}`));
      folders.push(standby.postgres.folder);
    },
    async failOver() {
      if (standby === null) throw new Error('There is no standby');
      await standby.cutOff();
      await pause(lagMs);
      await killDatabase(primary);
      await relay.refuse();
      await promote(standby);
      const promotedAt = new Date();
      [primary, standby] = [standby, null];
      await relay.forwardTo(portOf(addressOf(primary)));
      return promotedAt;
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        child.thaw();
        await child.end('SIGKILL');
      }
      await pooler?.stop();
      await relay.refuse();
      await standby?.cutOff();
      await standby?.postgres.stop();
      await primary.postgres.stop();
      disk?.close();
      for (const used of folders) rmSync(used, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Gives the book a large stock and creates the voucher. Call it after the first server has loaded the
 * catalogue.
 */
export async function createOffers(world: FaultWorld): Promise<void> {
  const id = randomUUID();
  const now = new Date();
  await world.query(async (db) => {
    await db.updateTable('products').set({ stock: offers.plenty }).where('id', '=', offers.book).execute();
    await db
      .insertInto('gift_codes')
      .values({
        id,
        code: offers.voucher,
        kind: 'voucher',
        product_id: null,
        initial_cents: offers.plenty,
        balance_cents: offers.plenty,
        order_line_id: null,
        created_at: now,
      })
      .execute();
    await db
      .insertInto('voucher_entries')
      .values({
        id: randomUUID(),
        gift_code_id: id,
        order_id: null,
        amount_cents: offers.plenty,
        cause: 'issued',
        happened_at: now,
      })
      .execute();
  });
}

async function startDatabaseIn(dataDir: string): Promise<DatabaseServer> {
  return { dataDir, postgres: await startPostgres({ dataDir, log: () => {} }) };
}

/** Returns the port of a URL. */
export function portOf(url: string): number {
  return Number(new URL(url).port);
}

/** Moves the clock of the shop forward, by any of its servers. */
export async function advanceClock(serverUrl: string, seconds: number): Promise<void> {
  await fetch(`${serverUrl}/dev/clock`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ advance_seconds: seconds }),
  });
}
