import { catalogueEndpoints } from '#api/catalogue.ts';
import { contentEndpoints } from '#api/content.ts';
import { learningEndpoints } from '#api/learning.ts';
import { marketingEndpoints } from '#api/marketing.ts';

/** The endpoints for what there is to read and watch: one of the two files that a browser loads after the page. */
export const publicEndpoints = {
  ...catalogueEndpoints,
  ...contentEndpoints,
  ...learningEndpoints,
  ...marketingEndpoints,
};
