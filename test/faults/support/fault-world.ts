import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { createDatabase } from '#server/database/connection.ts';
import type { RunningPostgres } from '#server/database/embedded/start-postgres.ts';
import { startPostgres } from '#server/database/embedded/start-postgres.ts';
import { migrate } from '#server/database/migrate.ts';
import type { Database } from '#server/database/schema.ts';
import { reservePort } from '#test/support/reserve-ports.ts';
import type { Child } from './processes.ts';
import { openRelay, startChild } from './processes.ts';

/** A shop in several processes: PostgreSQL, the payment gateway and any number of servers. */
export interface FaultWorld {
  /**
   * Runs a query directly on PostgreSQL, without the relay that the servers use. Works only while PostgreSQL
   * runs.
   */
  look<Value>(work: (db: Kysely<Database>) => Promise<Value>): Promise<Value>;
  readonly gatewayUrl: string;
  readonly gatewaySecret: string;
  startGateway(): Promise<Child>;
  /**
   * Starts a server. A second start with the same `number` uses the same URL and data directory. `payment`: other
   * environment variables of the payment providers than the world's.
   */
  startServer(number: number, payment?: Readonly<Record<string, string>>): Promise<Child>;
  /** Stops PostgreSQL and closes all connections; committed data stays on disk. */
  stopDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  /** Ends all running processes and deletes all data. */
  dispose(): Promise<void>;
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
  /** A stock in pieces and a voucher balance in cents that no run uses up. */
  plenty: 1_000_000_000,
} as const;

interface WorldOptions {
  /** Milliseconds after which a server treats a response of the gateway as lost. */
  readonly timeLimit: number;
  readonly servers: number;
  /**
   * Environment variables that select another payment provider for the servers; default: the sandbox gateway.
   */
  readonly payment?: Readonly<Record<string, string>>;
  /** URL of the mail server to which the servers send mails; default: the servers write mails as files. */
  readonly smtpUrl?: string;
}

/** Starts PostgreSQL with an empty, migrated database. The calling script starts gateway and servers. */
export async function openFaultWorld({
  timeLimit,
  servers,
  payment,
  smtpUrl,
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

  let postgres: RunningPostgres = await startDatabaseIn(dataDir);
  const relay = await openRelay(relayPort, portOf(postgres.connectionString));
  const atRelay = new URL(postgres.connectionString);
  atRelay.port = String(relayPort);
  await migrate(postgres.connectionString);

  async function look<Value>(work: (db: Kysely<Database>) => Promise<Value>): Promise<Value> {
    const db = createDatabase(postgres.connectionString, { max: 2 });
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
    look,
    gatewayUrl,
    gatewaySecret,
    startGateway: () =>
      keep(
        startChild({
          entry: 'src/adapters/payments/sandbox/gateway/process.ts',
          url: gatewayUrl,
          readyPath: '/merchant/ledger',
          env: {
            SANDBOX_PORT: String(gatewayPort),
            SANDBOX_DATA_DIR: join(folder, 'gateway'),
            SANDBOX_SECRET: gatewaySecret,
          },
        }),
      ),
    startServer: (number, ownPayment = payment) =>
      keep(
        startChild({
          entry: 'test/faults/support/run-server.ts',
          url: `http://127.0.0.1:${serverPorts[number]}`,
          readyPath: '/readyz',
          env: {
            PORT: String(serverPorts[number]),
            DATA_DIR: join(folder, `server-${number}`),
            MAIL_DIR: join(folder, 'mail'),
            ...(smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl }),
            DATABASE_URL: atRelay.href,
            ...(ownPayment ?? {
              SANDBOX_GATEWAY_URL: gatewayUrl,
              SANDBOX_SECRET: gatewaySecret,
              SANDBOX_TIME_LIMIT: String(timeLimit),
            }),
            TOKEN_SECRET: token,
            CLIENT_ADDRESS_HEADER: 'X-Real-IP',
            LOG_LEVEL: 'error',
          },
        }),
      ),
    async stopDatabase() {
      await relay.refuse();
      await postgres.stop();
    },
    async startDatabase() {
      postgres = await startDatabaseIn(dataDir);
      await relay.forwardTo(portOf(postgres.connectionString));
    },
    async dispose() {
      for (const child of children) {
        child.thaw();
        await child.end('SIGKILL');
      }
      await relay.refuse();
      await postgres.stop();
      rmSync(postgres.folder, { recursive: true, force: true });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Gives the book a large stock and creates the voucher. Call it after the first server has loaded the
 * catalogue.
 */
export async function fillShelves(world: FaultWorld): Promise<void> {
  const id = randomUUID();
  const now = new Date();
  await world.look(async (db) => {
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

function startDatabaseIn(dataDir: string): Promise<RunningPostgres> {
  return startPostgres({ dataDir, log: () => {} });
}

function portOf(connectionString: string): number {
  return Number(new URL(connectionString).port);
}
