import type { ProductCard } from '#core/model/product.ts';
import { ok } from '#core/rules/result.ts';
import type { SessionStore } from '#core/state/session-store.ts';
import type { Catalogue } from '#ports/catalogue.ts';
import type { Queries } from './shop-queries.ts';

interface Dependencies {
  readonly session: SessionStore;
  readonly catalogue: Catalogue;
}

const largestPage = 100;

/** The cards of the learner's own courses, in the order of the catalogue (specification §6). */
export function createListOwnCourses({ session, catalogue }: Dependencies): Queries['listOwnCourses'] {
  return async () => {
    const { snapshot } = session;
    const owned = snapshot.status === 'logged_in' ? snapshot.learner.courses : [];
    const found: ProductCard[] = [];
    for (let number = 1; found.length < owned.length; number += 1) {
      const page = await catalogue.listProducts({ kind: 'course', size: largestPage, number });
      if (!page.ok) return page;
      found.push(...page.value.items.filter((card) => owned.includes(card.id)));
      if (number * largestPage >= page.value.total) break;
    }
    return ok(found);
  };
}
