import * as z from 'zod/mini';
import { type AreaDocs, byteStream } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { locale } from '#core/model/primitives.ts';
import { importPlan, importRun, importSource } from '#core/model/shop-import.ts';

const query = z.object({
  /** Without it the columns say it. */
  from: z.optional(importSource),
  language: z._default(locale, 'de'),
  /** `seen` of the plan that is to be carried out. */
  seen: z.optional(z.string().check(z.regex(/^[\w-]{43}$/))),
});

const importProducts = defineOperatorEndpoint({
  name: 'importProducts',
  method: 'POST',
  path: '/operator/catalogue_imports',
  permission: 'catalogue.change',
  mediaType: 'application/octet-stream',
  query,
  body: byteStream,
  response: z.object({ data: importPlan }),
});

const importCustomers = defineOperatorEndpoint({
  name: 'importCustomers',
  method: 'POST',
  path: '/operator/customer_imports',
  permission: 'customers.change',
  mediaType: 'application/octet-stream',
  query,
  body: byteStream,
  response: z.object({ data: importPlan }),
});

const getProductImport = defineOperatorEndpoint({
  name: 'getProductImport',
  method: 'GET',
  path: '/operator/catalogue_imports',
  permission: 'catalogue.change',
  response: z.object({ data: z.nullable(importRun) }),
});

const getCustomerImport = defineOperatorEndpoint({
  name: 'getCustomerImport',
  method: 'GET',
  path: '/operator/customer_imports',
  permission: 'customers.change',
  response: z.object({ data: z.nullable(importRun) }),
});

export const importEndpoints = { importProducts, importCustomers, getProductImport, getCustomerImport };

const failures = ['NOT_POSSIBLE', 'RECORD_CHANGED'] as const;

export const importDocs: AreaDocs<keyof typeof importEndpoints> = {
  title: 'Import from other shops, for operators',
  description:
    'The CSV files of Shopify and WooCommerce, at most 8 MiB. Without `seen` the answer says what would become of each row, ' +
    'and nothing is changed; with `seen` of that answer it is done, as a whole. `NOT_POSSIBLE`: a row is refused. ' +
    '`RECORD_CHANGED`: something else would be done than was seen.',
  operations: {
    importProducts: {
      summary: 'Import products',
      description: 'As drafts. `language` is that of the texts.',
      failures,
    },
    importCustomers: {
      summary: 'Import customers',
      description: 'As accounts without a password and without consents. `language` is that of their mails.',
      failures,
    },
    getProductImport: {
      summary: 'See how far the import of products is',
      description: 'Null before the first; `cut_off`: nothing of it was imported.',
    },
    getCustomerImport: {
      summary: 'See how far the import of customers is',
      description: 'Null before the first; `cut_off`: nothing of it was imported.',
    },
  },
};
