import { expect, test } from 'vitest';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Permission } from '#core/model/operator.ts';
import { createCoupon } from '#server/coupons/create-coupon.ts';
import { createApiKey } from '#server/operations/team/api-keys.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { openTestShop, readAnswer } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const desk = await openCatalogueDesk(shop);
const { saveCatalogueRecord, listCatalogueRecords, getCatalogueForm } = operatorEndpoints;
const day = 24 * 60 * 60_000;

test('what a field names one of is named in the language of who asks', async () => {
  const of = async (language: string) => {
    const { headers } = { headers: { Cookie: desk.operator, 'X-App-Language': language } };
    const answer = await shop.send(getCatalogueForm.path.replace(':type', 'popup'), { headers });
    const { value } = await readAnswer(getCatalogueForm, answer);
    return value?.data.attributes.options ?? {};
  };
  const [german, english] = [await of('de'), await of('en')];
  const nameIn = ({ giveaway = [] }: typeof german) =>
    giveaway.find((option) => option.value === 'winterlos')?.text;
  const { value } = await desk.read({ type: 'giveaway', slug: 'winterlos' });
  expect({ de: nameIn(german), en: nameIn(english) }).toEqual(value.title);
  // Of products and masters there are many, so they are searched for.
  expect(Object.keys(german).toSorted()).toEqual(['coupon', 'discipline', 'giveaway', 'picture']);
});

test.each([
  ['gift.course', 'clara-schumann', ['course']],
  ['gift_box.membership', 'masterpass', ['membership']],
  ['book.master', 'Schumann', ['master']],
] as const)('what %s names is searched for', async (field, q, types) => {
  const query = { 'filter[field]': field, 'filter[q]': q } as const;
  const { value } = await shop.call(listCatalogueRecords, { operator: desk.operator, query });
  const found = value?.data.map(({ attributes }) => attributes.type) ?? [];
  expect(found.length).toBeGreaterThan(0);
  expect([...new Set(found)]).toEqual(types);
});

test('codes of coupons are told with campaigns only, to those who may read coupons', async () => {
  const codes = async (type: string, headers: Readonly<Record<string, string>>) => {
    const answer = await shop.send(getCatalogueForm.path.replace(':type', type), { headers });
    const { value } = await readAnswer(getCatalogueForm, answer);
    return (value?.data.attributes.options.coupon ?? []).map((option) => option.value);
  };
  const withKey = async (...permissions: Permission[]) => {
    const key = await createApiKey(shop.context, { name: permissions.join(), permissions });
    return codes('campaign', { Authorization: `Bearer ${key.ok ? key.value.token : ''}` });
  };
  const all = await codes('campaign', { Cookie: desk.operator });
  expect(all).toContain('FUENFER');
  expect(await withKey('catalogue.read', 'coupons.read')).toEqual(all);
  expect(await withKey('catalogue.read')).toEqual([]);
  expect(await codes('popup', { Cookie: desk.operator })).toEqual([]);
});

test('of coupons that have ended a campaign is offered only the one that it names', async () => {
  const made = (id: string, valid_until: number | null) => ({
    ...{ id, kind: 'percent' as const, value: 7, codes: [`ENDE-${id.toUpperCase()}`], free_product_id: null },
    ...{ valid_from: null, valid_until, total_limit: null, per_customer_limit: null },
    ...{ minimum_subtotal: null, product_ids: null, kinds: null, campaign: null },
    ...{ is_first_purchase_only: false, is_public: false },
  });
  const offered = async () => {
    const { value } = await shop.call(getCatalogueForm, {
      operator: desk.operator,
      params: { type: 'campaign' as const },
    });
    return (value?.data.attributes.options.coupon ?? [])
      .map((option) => option.value)
      .filter((code) => code.startsWith('ENDE-') || code === 'ABGELAUFEN');
  };
  const now = shop.context.clock.now();
  await createCoupon(shop.context, made('immer', null));
  await createCoupon(shop.context, made('bald', now + 1));
  await createCoupon(shop.context, made('vorbei', now));
  await createCoupon(shop.context, made('entwurf', now - day));
  expect(await offered()).toEqual(['ENDE-BALD', 'ENDE-IMMER']);
  await shop.call(saveCatalogueRecord, {
    operator: desk.operator,
    params: { type: 'campaign', slug: 'ende' },
    body: { version: 0, value: { coupon: 'ENDE-ENTWURF' }, publishes: false },
  });
  expect(await offered()).toEqual(['ENDE-BALD', 'ENDE-ENTWURF', 'ENDE-IMMER']);
});
