import type { Review } from '#core/model/review.ts';
import { mostStars } from '#core/model/review.ts';
import { ok } from '#core/rules/result.ts';
import type { Reviews } from '#ports/reviews.ts';
import type { Caller, MemoryHost, MemoryReview } from './memory-host.ts';
import { callingUser, refuse } from './memory-host.ts';

/** Reviews on a host in memory; courses can be reviewed by who owns them or subscribes, other things by nobody. */
export function createMemoryReviews(host: MemoryHost, caller: Caller): Reviews {
  const toReview = ({ owner, ...review }: MemoryReview): Review => ({
    ...review,
    is_own: owner === callingUser(host, caller)?.learner.sub,
  });

  function ofProduct(slug: string): readonly MemoryReview[] {
    return (host.reviews.get(slug) ?? []).toSorted((one, other) =>
      other.created_at.localeCompare(one.created_at),
    );
  }

  return {
    async list(slug, { number, size }) {
      if (host.facts.products.every((product) => product.slug !== slug)) return refuse('NOT_FOUND', 404);
      const all = ofProduct(slug).map(toReview);
      const stars = all.map((review) => review.stars);
      const sum = stars.reduce((total, given) => total + given, 0);
      return ok({
        items: all.slice((number - 1) * size, number * size),
        number,
        size,
        total: all.length,
        rating:
          all.length === 0
            ? null
            : {
                average: Math.round((sum / all.length) * 10) / 10,
                reviewers: all.length,
                min: Math.min(...stars),
                max: Math.max(...stars),
              },
        distribution: Array.from(
          { length: mostStars },
          (_, index) => stars.filter((given) => given === index + 1).length,
        ),
        own: all.find((review) => review.is_own) ?? null,
      });
    },
    async write(slug, draft) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const product = host.facts.products.find((candidate) => candidate.slug === slug);
      if (product === undefined) return refuse('NOT_FOUND', 404);
      const { sub, courses, is_subscribed, firstname, preferred_language } = user.learner;
      if (!is_subscribed && !courses.includes(product.id)) return refuse('FORBIDDEN', 403);
      if (draft.text.trim().length < 10) {
        return refuse('INVALID_INPUT', 422, { '/text': 'INVALID_INPUT' });
      }
      const before = ofProduct(slug).find((review) => review.owner === sub);
      const written: MemoryReview = {
        id: before?.id ?? host.ids.uuid(),
        created_at: before?.created_at ?? new Date(host.clock.now()).toISOString(),
        stars: draft.stars,
        text: draft.text.trim(),
        author: draft.author === '' ? firstname : draft.author,
        language: preferred_language,
        is_own: true,
        owner: sub,
      };
      const others = ofProduct(slug).filter((review) => review.owner !== sub);
      host.reviews.set(slug, [...others, written]);
      return ok(toReview(written));
    },
    async remove(slug) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      if (host.facts.products.every((product) => product.slug !== slug)) return refuse('NOT_FOUND', 404);
      host.reviews.set(
        slug,
        ofProduct(slug).filter((review) => review.owner !== user.learner.sub),
      );
      return ok(null);
    },
  };
}
