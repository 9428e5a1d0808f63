import * as z from 'zod/mini';
import { type AreaDocs, byteStream } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { locale } from '#core/model/primitives.ts';
import { importPlan, importRun, importSource } from '#core/model/shop-import.ts';

const query = z.object({
  /** If omitted, it is detected by the columns. */
  from: z.optional(importSource),
  language: z._default(locale, 'de'),
  /** `seen` of the preview to carry out. */
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
    'CSV files of Shopify and WooCommerce, at most 8 MiB. Without `seen`, the response is a preview of each row, ' +
    'and nothing is changed; with the `seen` of that response, the whole import is carried out. ' +
    '`NOT_POSSIBLE`: a row is refused. `RECORD_CHANGED`: the result would differ from the preview.',
  operations: {
    importProducts: {
      summary: 'Import products',
      description: 'Creates drafts. `language` is that of the texts.',
      failures,
    },
    importCustomers: {
      summary: 'Import customers',
      description: 'Creates accounts without password and consents. `language` is that of their mails.',
      failures,
    },
    getProductImport: {
      summary: 'Read the progress of the product import',
      description: 'Null before the first import; `cut_off`: it was interrupted and imported nothing.',
    },
    getCustomerImport: {
      summary: 'Read the progress of the customer import',
      description: 'Null before the first import; `cut_off`: it was interrupted and imported nothing.',
    },
  },
};
