import { z } from 'zod';
import { line } from './localized.ts';
import { slug } from './product-schemas.ts';

/** Front matter of `content/blog/<slug>.md`. Posts are German (specification §1). */
export const postHead = z.strictObject({
  title: line,
  lead: line,
  /** Rubric, for example "Aus der Werkstatt". */
  topic: line,
  published_on: z.iso.date(),
  picture: slug,
  picture_alt: line,
  /** Slugs of the courses that carry the subject on. */
  courses: z.array(slug).min(1),
  seo: z.strictObject({ title: line.max(70), description: line.max(170), keywords: z.array(line).min(3) }),
});

/** Legal pages that a checkout links (decisions §8); named after their addresses. */
export const legalNames = [
  'agbs',
  'widerrufsbelehrung',
  'datenschutz',
  'impressum',
  'faqs',
  'barrierefreiheit',
] as const;

/** Front matter of `content/legal/<name>.<locale>.md`. `version` is stored with every order. */
export const legalHead = z.strictObject({
  title: line,
  version: z.iso.date(),
  seo_description: line.max(170),
});
