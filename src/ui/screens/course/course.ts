import type { CourseDetails, ProductPage } from '#core/model/product.ts';

/** A product that is a course, with what its page shows. */
export type Course = ProductPage & { readonly details: CourseDetails };

/** Whether a product is a course; other kinds have pages of their own. */
export function isCourse(product: ProductPage): product is Course {
  return product.details.kind === 'course';
}
