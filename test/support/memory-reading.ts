import { ok } from '#core/rules/result.ts';
import type { Reading } from '#ports/reading.ts';
import type { MemoryHost } from './memory-host.ts';
import { refuse } from './memory-host.ts';

/** Posts and masters of a host in memory, in one language. */
export function createMemoryReading({ facts }: MemoryHost): Reading {
  return {
    async listPosts({ number, size }) {
      const newest = facts.posts.toSorted((one, other) => other.published_on.localeCompare(one.published_on));
      const items = newest
        .slice((number - 1) * size, number * size)
        .map(({ html: _h, courses: _c, seo_markup: _s, ...card }) => card);
      return ok({ items, number, size, total: newest.length });
    },
    async getPost(slug) {
      const post = facts.posts.find((candidate) => candidate.slug === slug);
      return post === undefined ? refuse('NOT_FOUND', 404) : ok(post);
    },
    async getMaster(slug) {
      const master = facts.masters.find((candidate) => candidate.slug === slug);
      return master === undefined ? refuse('NOT_FOUND', 404) : ok(master);
    },
  };
}
