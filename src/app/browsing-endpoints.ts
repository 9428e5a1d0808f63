import { catalogueEndpoints } from '#api/catalogue.ts';
import { contentEndpoints } from '#api/content.ts';
import { learningEndpoints } from '#api/learning.ts';
import { marketingEndpoints } from '#api/marketing.ts';

/** Endpoints for browsing and learning. The browser loads them after the page. */
export const browsingEndpoints = {
  ...catalogueEndpoints,
  ...contentEndpoints,
  ...learningEndpoints,
  ...marketingEndpoints,
};
