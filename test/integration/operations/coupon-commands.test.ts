import { expect, test } from 'vitest';
import { applyCode, products, storeGuestCart } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { runCommand } from './run-command.ts';

const shop = await openTestShop();
/** Runs a command as an operator types it. */
const run = (typed: string) => runCommand(shop.context, ...typed.split(' '));

async function applied(code: string, lines: Record<string, number>) {
  const { id } = await storeGuestCart(shop, lines);
  const { status, value, codes } = await applyCode(shop, id, code);
  return { status, discount: value?.discounts.total, codes };
}

test('a coupon is valid as soon as it is created, within its limits', async () => {
  const made = await run(`coupon create --percent 25 --code advent --product ${products.course}`);
  expect(made).toEqual({ exit: 0, lines: ['ADVENT'] });
  expect(await applied('ADVENT', { [products.course]: 1 })).toMatchObject({ status: 200, discount: 2475 });
  expect((await applied('ADVENT', { [products.otherCourse]: 1 })).codes).toEqual(['NOT_APPLICABLE']);

  await run('coupon create --amount 5,50 --code FRUEH --until 2026-11-20');
  expect((await applied('FRUEH', { [products.course]: 1 })).codes).toEqual(['EXPIRED']);
  await run('coupon create --amount 5,50 --code HEUTE --from 2026-11-21 --until 2026-11-21');
  expect(await applied('HEUTE', { [products.course]: 1 })).toMatchObject({ status: 200, discount: 550 });
  await run('coupon create --free-shipping --code GROSS --minimum 500');
  expect((await applied('GROSS', { [products.book]: 1 })).codes).toEqual(['MINIMUM_NOT_REACHED']);
});

test('generated codes share one promotion and cannot be guessed', async () => {
  const { exit, lines } = await run('coupon create --percent 10 --count 40 --prefix ABO --limit 1');
  expect(exit).toBe(0);
  expect(new Set(lines).size).toBe(40);
  for (const code of lines) expect(code).toMatch(/^ABO-[2-9A-HJ-NP-Z]{12}$/);
  const rows = await shop.db
    .selectFrom('coupon_codes')
    .innerJoin('promotions', 'promotions.id', 'promotion_id')
    .select(['promotion_id', 'total_limit'])
    .where('code', 'like', 'ABO-%')
    .execute();
  expect(new Set(rows.map((row) => row.promotion_id)).size).toBe(1);
  expect(rows[0]?.total_limit).toBe(1);
  const list = await run('coupon list');
  expect(list.lines.find((line) => line.startsWith('ABO-'))).toContain('and 39 more, 10 % off, used 0 of 1');
  expect(list.lines.find((line) => line.startsWith('WILLKOMMEN10'))).toContain('10 % off, used 0');
});

test('a coupon is ended by any of its codes; one of the content files cannot be ended by the command', async () => {
  await run('coupon create --percent 5 --code KURZ-UND-GUT --code KURZ-ZWEI');
  expect(await applied('KURZ-ZWEI', { [products.course]: 1 })).toMatchObject({ status: 200 });
  expect(await run('coupon end kurzundgut')).toMatchObject({ exit: 0 });
  expect((await applied('KURZ-ZWEI', { [products.course]: 1 })).codes).toEqual(['EXPIRED']);
  for (const code of ['WILLKOMMEN10', 'GIBTS-NICHT'])
    expect(await run(`coupon end ${code}`), code).toMatchObject({ exit: 1 });
});

test('all invalid arguments are reported together, and nothing is created', async () => {
  const wrong = await run('coupon create --percent 0 --amount viel --until 2026-13-01 --kind auto');
  expect(wrong.exit).toBe(2);
  expect(wrong.lines.join('\n')).toMatch(
    /--percent: [\s\S]*--amount: [\s\S]*--until: [\s\S]*--kind: [\s\S]*Usage: coupon create/,
  );
  expect((await run('coupon create --percent 5 --code NEU --bunt')).exit).toBe(2);
  const both = await run('coupon create --percent 5 --amount 5 --code NEU --count 2');
  expect(both.lines).toHaveLength(3);

  const taken = await run(
    `coupon create --free-product ${products.book} --code WILLKOMMEN10 --code GUTSCHEIN-50 --product gibt-es-nicht`,
  );
  expect(taken.exit).toBe(1);
  expect(taken.lines.join('\n')).toMatch(
    /gibt-es-nicht[\s\S]*book-das[\s\S]*GUTSCHEIN-50[\s\S]*WILLKOMMEN10/,
  );
  const made = await shop.db.selectFrom('coupon_codes').select('code').where('code', '=', 'NEU').execute();
  expect(made).toEqual([]);
});

test('a public coupon is added to the price ledger, and one for a first purchase is listed as such', async () => {
  const { exit } = await run('coupon create --percent 5 --code PLAKAT --public --first-purchase');
  expect(exit).toBe(0);
  await run('coupon create --percent 6 --code PERSOENLICH');
  const { lines } = await run('coupon list');
  expect(lines.find((line) => line.startsWith('PLAKAT'))).toContain('first purchase only, public');
  const noted = await shop.db
    .selectFrom('price_ledger')
    .select(['terms'])
    .where('kind', '=', 'coupon')
    .where('subject', 'in', (codes) =>
      codes.selectFrom('coupon_codes').select('promotion_id').where('code', 'in', ['PLAKAT', 'PERSOENLICH']),
    )
    .execute();
  expect(noted).toMatchObject([{ terms: { kind: 'percent', value: 5 } }]);
});
