import { createHttpCatalogue } from '#adapters/http/http-catalogue.ts';
import { createHttpContact } from '#adapters/http/http-contact.ts';
import { createHttpContents } from '#adapters/http/http-contents.ts';
import { createHttpCoupons } from '#adapters/http/http-coupons.ts';
import { createHttpLearning } from '#adapters/http/http-learning.ts';
import { createHttpNewsletter } from '#adapters/http/http-newsletter.ts';
import { createHttpReading } from '#adapters/http/http-reading.ts';
import { createHttpReviews } from '#adapters/http/http-reviews.ts';
import { createHttpSearch } from '#adapters/http/http-search.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds the host's ports for what there is to read, watch and look up to their HTTP adapters. */
export function bindReadingPorts({ bind }: ServiceContainer): void {
  bind('catalogue', ({ api_client }) => createHttpCatalogue(api_client), ['api_client']);
  bind('contact', ({ api_client }) => createHttpContact(api_client), ['api_client']);
  bind('contents', ({ api_client }) => createHttpContents(api_client), ['api_client']);
  bind('coupons', ({ api_client }) => createHttpCoupons(api_client), ['api_client']);
  bind('learning', ({ api_client }) => createHttpLearning(api_client), ['api_client']);
  bind('reading', ({ api_client }) => createHttpReading(api_client), ['api_client']);
  bind('newsletter', ({ api_client }) => createHttpNewsletter(api_client), ['api_client']);
  bind('reviews', ({ api_client }) => createHttpReviews(api_client), ['api_client']);
  bind('search', ({ api_client }) => createHttpSearch(api_client), ['api_client']);
}
