import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { openCatalogueDesk } from '#test/integration/support/catalogue-desk.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';

const shop = await openTestShop();
const { carryOutPlans, operator, read, restore, save, sell, versions } = await openCatalogueDesk(shop);

const book = { type: 'book', slug: 'das-buch-vom-messen' } as const;
const minute = 60_000;

/** The two fields of the book that the operations change. */
interface Texts {
  readonly price: number;
  readonly title: string;
}

const toFields = ({ price, title }: Texts) => ({ price_cents: price, title: { de: title, en: title } });

const onPage = async () => {
  const { value, status } = await shop.call(endpoints.getProduct, { params: { slug: book.slug } });
  return value === null ? status : { price: value.data.attributes.price, title: value.data.attributes.title };
};

const lastPrice = async () => {
  const [last] = (await read(book)).prices;
  return last?.price_cents ?? null;
};

/** The expected state of the book after drafts, plans and changes of its sale. */
class Model {
  published: Texts;
  isOnSale = true;
  plans: { at: number; sets: Partial<Texts> }[] = [];
  constructor(published: Texts) {
    this.published = published;
  }

  plan(texts: Texts, at: number): boolean {
    const before = this.plans.filter((plan) => plan.at <= at).toSorted((one, other) => one.at - other.at);
    const expected: Texts = Object.assign({ ...this.published }, ...before.map(({ sets }) => sets));
    const sets = {
      ...(texts.price !== expected.price && { price: texts.price }),
      ...(texts.title !== expected.title && { title: texts.title }),
    };
    if (Object.keys(sets).length === 0) return false;
    this.plans.push({ at, sets });
    return true;
  }

  carryOut(now: number): void {
    for (const { sets } of this.plans
      .filter(({ at }) => at <= now)
      .toSorted((one, other) => one.at - other.at))
      this.published = { ...this.published, ...sets };
    this.plans = this.plans.filter(({ at }) => at > now);
  }
}

const texts = fc.record({ price: fc.constantFrom(4000, 4100, 4200), title: fc.constantFrom('Eins', 'Zwei') });
const step = fc.oneof(
  fc.record({ kind: fc.constant('publish' as const), texts }),
  fc.record({ kind: fc.constant('draft' as const), texts }),
  fc.record({ kind: fc.constant('plan' as const), texts, minutes: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constant('restore' as const), place: fc.nat(20) }),
  fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('sale' as const) }),
  fc.record({ kind: fc.constant('stale' as const), texts }),
);

test('after any drafts, plans, restores and sales the shop shows what was published last, and no save is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      await save(book, toFields({ price: 3900, title: 'Anfang' }));
      const model = new Model({ price: 3900, title: 'Anfang' });
      let kept = await versions(book);
      for (const one of steps) {
        const record = await read(book);
        const now = shop.context.clock.now();
        let saves = 1;
        if (one.kind === 'publish') {
          expect((await save(book, toFields(one.texts))).value?.meta.faults).toEqual([]);
          model.published = one.texts;
        } else if (one.kind === 'draft') {
          await save(book, toFields(one.texts), { publishes: false });
          expect((await read(book)).value).toMatchObject(toFields(one.texts));
        } else if (one.kind === 'plan') {
          const at = now + one.minutes * minute;
          const planned = await save(book, toFields(one.texts), { at });
          const isChange = model.plan(one.texts, at);
          expect(planned.codes).toEqual(isChange ? [] : ['NOT_POSSIBLE']);
          saves = isChange ? 1 : 0;
        } else if (one.kind === 'restore') {
          const number = kept[one.place % kept.length]?.number ?? 0;
          const restored = await restore(book, number);
          const params = { ...book, number };
          const { value } = await shop.call(operatorEndpoints.getCatalogueVersion, { operator, params });
          expect(restored.value?.data.attributes.value).toEqual(value?.data.value);
        } else if (one.kind === 'sale') {
          expect((await sell(book, !model.isOnSale)).codes).toEqual([]);
          model.isOnSale = !model.isOnSale;
        } else if (one.kind === 'stale') {
          const refused = await save(book, toFields(one.texts), { version: record.version - 1 });
          const isLast = kept[0]?.state === 'published' && isDeepStrictEqual(one.texts, model.published);
          expect(refused.codes, 'the last save is done').toEqual(isLast ? [] : ['RECORD_CHANGED']);
          saves = 0;
        } else {
          shop.advance(one.minutes * minute);
          model.carryOut(shop.context.clock.now());
          await carryOutPlans();
          saves = Number.NaN;
        }
        expect(await onPage()).toEqual(model.isOnSale ? model.published : 410);
        expect(await lastPrice()).toBe(model.isOnSale ? model.published.price : null);
        const { plans } = await read(book);
        expect(plans).toHaveLength(model.plans.length);
        const after = await versions(book);
        if (!Number.isNaN(saves)) expect(after).toHaveLength(Math.min(100, kept.length + saves));
        const known = after.filter(({ number }) => number <= (kept[0]?.number ?? 0));
        const facts = ({ number, saved_at, fields }: (typeof after)[number]) => ({
          number,
          saved_at,
          fields,
        });
        expect(known.map(facts)).toEqual(kept.slice(0, known.length).map(facts));
        kept = after;
        shop.advance(1_000);
      }
      if (!model.isOnSale) await sell(book, true);
      shop.advance(10 * minute);
      await carryOutPlans();
    }),
    { numRuns: 20 },
  );
});
