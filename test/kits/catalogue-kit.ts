import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'lists one kind, page by page, without gap or repetition'({ catalogue }) {
    const whole = succeeded(await catalogue.listProducts({ kind: 'course', size: 100 }));
    expect(whole.items.every((card) => card.kind === 'course')).toBe(true);
    const seen: string[] = [];
    for (let number = 1; seen.length < whole.total; number += 1) {
      const page = succeeded(await catalogue.listProducts({ kind: 'course', size: 2, number }));
      expect(page).toMatchObject({ number, size: 2, total: whole.total });
      expect(page.items.length).toBeGreaterThan(0);
      seen.push(...page.items.map((card) => card.slug));
    }
    expect(seen).toEqual(whole.items.map((card) => card.slug));
  },
  async 'counts the groups a list can be narrowed to'({ catalogue }) {
    const { groups, total } = succeeded(await catalogue.listProducts({ kind: 'course' }));
    expect(groups.reduce((sum, group) => sum + group.count, 0)).toBe(total);
    for (const { identifier, count } of groups) {
      expect(succeeded(await catalogue.listProducts({ kind: 'course', group: identifier })).total).toBe(
        count,
      );
    }
  },
  async 'finds by words and sorts by price'({ catalogue }) {
    expect(succeeded(await catalogue.listProducts({ q: 'gibt es bestimmt nicht' })).items).toEqual([]);
    const cheapest = succeeded(await catalogue.listProducts({ sort: 'price', size: 100 }));
    const dearest = succeeded(await catalogue.listProducts({ sort: '-price', size: 100 }));
    const prices = cheapest.items.map((card) => card.price);
    expect(prices).toEqual(prices.toSorted((one, other) => one - other));
    expect(dearest.items.map((card) => card.price)).toEqual(prices.toReversed());
  },
  async 'answers a product by its slug, as the list shows it'({ catalogue }) {
    const page = succeeded(await catalogue.getProduct('clara-schumann'));
    const list = succeeded(await catalogue.listProducts({ kind: 'course', size: 100 }));
    expect(page).toMatchObject(list.items.find((card) => card.slug === 'clara-schumann') ?? {});
    expect(page.max_quantity).toBe(1);
  },
  async 'does not know an unknown slug'({ catalogue }) {
    const answer = await catalogue.getProduct('gibt-es-nicht');
    expect(answer).toMatchObject({ ok: false, error: { code: 'NOT_FOUND', status: 404 } });
  },
};

/** The promises of `ports/catalogue.ts`. */
export function describeCataloguePort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Catalogue: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
