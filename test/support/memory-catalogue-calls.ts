import type { LessonPage, Progress } from '#core/model/learning.ts';
import type { ProductCard, ProductPage } from '#core/model/product.ts';
import { type CallFailure, err, ok, type Result } from '#core/rules/basics/result.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import {
  type Caller,
  callingUser,
  type MemoryCalls,
  type MemoryServer,
  type MemoryUser,
  pageOf,
  refuse,
} from './memory-server.ts';

/** Returns a product's card data from its page data. */
export function toMemoryCard(product: ProductPage): ProductCard {
  const {
    description: _d,
    delivery_note: _n,
    seo_markup: _s,
    details: _p,
    share_picture: _h,
    ...card
  } = product;
  return card;
}

/** Creates the API calls for products, texts and lessons. */
export function createCatalogueCalls(server: MemoryServer, caller: Caller): MemoryCalls {
  const { facts } = server;

  function findLesson(id: string, user: MemoryUser | null): Result<LessonPage, CallFailure> {
    const lesson = facts.lessons.find((candidate) => candidate.id === id);
    if (lesson === undefined) return refuse('NOT_FOUND');
    const { courses = [], is_subscribed = false } = user?.learner ?? {};
    const isOpen = lesson.is_free || is_subscribed || courses.includes(lesson.course.id);
    return isOpen ? ok(lesson) : refuse('FORBIDDEN');
  }

  function progressOf(user: MemoryUser): Map<string, Progress> {
    const kept = server.progress.get(user.learner.sub) ?? new Map<string, Progress>();
    server.progress.set(user.learner.sub, kept);
    return kept;
  }

  return {
    async listProducts({ query = {} } = {}) {
      const kind = query.filter?.kind;
      const cards = facts.products
        .map(toMemoryCard)
        .filter((card) => kind === undefined || card.kind === kind);
      return ok({ ...pageOf(cards, query), groups: [], facets: [], suggestion: null });
    },
    async listProductCards({ query: { ids } }) {
      const cards = facts.products.map(toMemoryCard);
      return ok(ids.split(',').flatMap((id) => cards.filter((card) => card.id === id)));
    },
    async getProduct({ params: { slug } }) {
      const product = facts.products.find((candidate) => candidate.slug === slug);
      return product === undefined ? refuse('NOT_FOUND') : ok(product);
    },
    getShopFacts: async () => ok(facts.shop),
    getPopup: async ({ query: { path } }) => ok(facts.popups[routeOf(path)] ?? null),
    async getLesson({ params: { id } }) {
      const user = callingUser(server, caller);
      const lesson = findLesson(id, user);
      if (!lesson.ok) return err(lesson.error);
      return ok({ ...lesson.value, progress: user === null ? null : (progressOf(user).get(id) ?? null) });
    },
    countWatching: async () => ok(null),
    async saveProgress({ params: { lesson: id }, body }) {
      const user = callingUser(server, caller);
      if (user === null) return refuse('UNAUTHENTICATED');
      const lesson = findLesson(id, user);
      if (!lesson.ok) return err(lesson.error);
      const kept = progressOf(user);
      const before = kept.get(id);
      const now = new Date(server.clock.now()).toISOString();
      const watched_at = body.watched_at ?? now;
      if (before !== undefined && before.watched_at > watched_at) return ok({ id, ...before });
      const after = {
        position_seconds: Math.min(Math.floor(body.position_seconds), lesson.value.length_seconds),
        is_finished: body.is_finished || before?.is_finished === true,
        watched_at: [watched_at, now].toSorted()[0] ?? now,
      };
      kept.set(id, after);
      return ok({ id, ...after });
    },
  };
}
