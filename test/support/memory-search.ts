import type { SearchHit } from '#core/model/product.ts';
import { ok } from '#core/rules/result.ts';
import type { Search } from '#ports/search.ts';
import type { MemoryHost } from './memory-host.ts';

/** Searching a host in memory: by parts of words, in one language. */
export function createMemorySearch({ facts }: MemoryHost): Search {
  const language = 'de';
  const products = facts.products.map(({ kind, id, slug, title, subtitle, picture, person }) => ({
    hit: { kind, id, slug, title, teaser: subtitle, picture, language } satisfies SearchHit,
    words: `${title} ${subtitle} ${person?.firstname} ${person?.lastname}`,
  }));
  const masters = facts.masters.map(({ slug, firstname, lastname, profession, picture }) => {
    const title = `${firstname} ${lastname}`;
    const hit = { kind: 'master', id: slug, slug, title, teaser: profession, picture, language } as const;
    return { hit, words: title };
  });
  const posts = facts.posts.map(({ slug, title, teaser, picture }) => {
    const hit = { kind: 'post', id: slug, slug, title, teaser, picture, language } as const;
    return { hit, words: title };
  });
  return {
    async find(typed) {
      const wanted = typed.trim().toLowerCase();
      if ([...wanted].length < 2) return ok([]);
      const all: readonly { readonly hit: SearchHit; readonly words: string }[] = [
        ...products,
        ...masters,
        ...posts,
      ];
      return ok(all.filter(({ words }) => words.toLowerCase().includes(wanted)).map(({ hit }) => hit));
    },
  };
}
