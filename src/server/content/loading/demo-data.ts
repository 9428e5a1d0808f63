import { type Kysely, sql } from 'kysely';
import type { Content } from '#server/content/sources/content-shapes.ts';
import type { Database } from '#server/platform/database/schema.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * Returns the content without the publicly known demo learners, codes and coupons, and without the campaigns of those
 * coupons (docs/behaviour/operations.md#demo-data).
 */
export function withoutDemoContent(content: Content): Content {
  const coupons = content.coupons.filter(({ is_demo }) => !is_demo);
  const codes = new Set(coupons.flatMap((coupon) => coupon.codes));
  const isKept = (code: string | undefined) => code === undefined || codes.has(code);
  const { sources } = content;
  return {
    ...content,
    sources: {
      ...sources,
      coupons: sources.coupons.filter((coupon) => coupon.codes.some(isKept)),
      campaigns: sources.campaigns.filter(({ value }) => isKept(value.coupon)),
    },
    coupons,
    codes: content.codes.filter(({ is_demo }) => !is_demo),
    demo: { learners: [] },
    marketing: {
      ...content.marketing,
      campaigns: content.marketing.campaigns.filter(({ coupon }) => isKept(coupon?.code)),
    },
  };
}

/** Key in `contents` of a database on which a live shop has started. */
const liveKey = 'is_live';

/** Throws if demo mode would use a live shop's database: it would accept demo codes and test payments. */
export async function refuseOtherMode(db: Kysely<Database>, mode: 'demo' | 'live'): Promise<void> {
  if (mode === 'live') return;
  const mark = await db.selectFrom('contents').select('key').where('key', '=', liveKey).executeTakeFirst();
  if (mark === undefined) return;
  throw new Error(
    'This database belongs to a live shop, and SHOP_MODE is demo: ' +
      'set SHOP_MODE=live, or use another database for trying out (DATABASE_URL or DATA_DIR).',
  );
}

/**
 * Revokes unused demo codes. Throws if a live shop's database has demo accounts, or demo codes that were redeemed or
 * spent: their passwords and codes are public. Otherwise marks the database as live. Called at every live start,
 * because a cancelled order can make a code unused again.
 */
export async function refuseDemoData({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  await sql`update gift_codes set revoked_at = ${new Date(clock.now())}
    where is_demo and revoked_at is null and redeemed_at is null and balance_cents = initial_cents`.execute(
    db,
  );
  const demo = await findDemoData(db);
  if (demo.accounts > 0 || demo.codes > 0) {
    throw new Error(
      `${describeDemoData(demo)}. ` +
        'A live shop does not start on it, because their passwords and codes are public: ' +
        'use an empty database (DATABASE_URL or DATA_DIR), or run "npm run shop -- demo remove", which takes back ' +
        'what these codes gave and deletes these accounts.',
    );
  }
  await db
    .insertInto('contents')
    .values({ key: liveKey, value: 'true' })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
}

/** Numbers of demo accounts, and of demo codes that were redeemed or spent. */
interface DemoData {
  readonly accounts: number;
  readonly codes: number;
}

/** Counts the demo data that prevents a live start. */
export async function findDemoData(db: Kysely<Database>): Promise<DemoData> {
  const { rows } = await sql<DemoData>`select
    (select count(*)::int from users where is_demo and deleted_at is null)
      + (select count(*)::int from operators where is_demo) as accounts,
    (select count(*)::int from gift_codes
      where is_demo and demo_removed_at is null and (redeemed_at is not null or balance_cents <> initial_cents)) as codes`.execute(
    db,
  );
  return rows[0] ?? { accounts: 0, codes: 0 };
}

export function describeDemoData({ accounts, codes }: DemoData): string {
  return `This database has demo data: ${counted(accounts, 'demo account')} and ${counted(codes, 'redeemed demo code')}`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
