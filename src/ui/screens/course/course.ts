import type { CourseDetails, ProductPage } from '#core/model/product.ts';

/** A product that is a course, with its page's details. */
export type Course = ProductPage & { readonly details: CourseDetails };

/** Whether a product is a course. */
export function isCourse(product: ProductPage): product is Course {
  return product.details.kind === 'course';
}
