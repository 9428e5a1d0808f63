import type { ReviewResource } from '#api/catalogue.ts';
import { listReviews, removeReview, writeReview } from '#api/catalogue.ts';
import type { Review } from '#core/model/review.ts';
import { mapResult } from '#core/rules/result.ts';
import type { Reviews } from '#ports/reviews.ts';
import type { ApiClient } from './api-client.ts';

const toReview = ({ id, attributes }: ReviewResource): Review => ({ id, ...attributes });

/** Reviews over HTTP. */
export function createHttpReviews(client: ApiClient): Reviews {
  return {
    async list(slug, { number, size }) {
      const query = { 'page[number]': number, 'page[size]': size };
      return mapResult(await client.call(listReviews, { params: { slug }, query }), ({ data, meta }) => ({
        items: data.map(toReview),
        ...meta.page,
        rating: meta.rating,
        distribution: meta.distribution,
        own: meta.own === null ? null : toReview(meta.own),
      }));
    },
    async write(slug, draft) {
      return mapResult(await client.call(writeReview, { params: { slug }, body: draft }), ({ data }) =>
        toReview(data),
      );
    },
    async remove(slug) {
      return mapResult(await client.call(removeReview, { params: { slug } }), () => null);
    },
  };
}
