import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { pageSize, resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { listOf } from '#api/record-list.ts';
import { done } from '#api/success-and-failure.ts';
import {
  catalogueRecord,
  legalVersion,
  listedRecord,
  recordFault,
  recordGroups,
  recordSlug,
  recordStates,
  recordType,
  recordValue,
  recordVersion,
  searchedFields,
} from '#core/model/catalogue-record.ts';
import { calendarDay, identifier, instant, line } from '#core/model/primitives.ts';
import { locales } from '#core/model/values.ts';

const key = z.object({ type: recordType, slug: recordSlug });
const record = resource('catalogue_records', catalogueRecord);
const recordDocument = z.object({ data: record });
const number = z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000_000));
const versionKey = z.object({ ...key.shape, number });

/** The version that was read; 0: a new record. */
const readVersion = z.int().check(z.gte(0), z.lte(1_000_000_000));

/** Sorted by type and slug. */
const listCatalogueRecords = defineOperatorEndpoint({
  name: 'listCatalogueRecords',
  method: 'GET',
  path: '/operator/catalogue',
  permission: 'catalogue.read',
  query: z.object({
    'filter[q]': z.optional(line(120)),
    'filter[type]': z.optional(recordType),
    'filter[group]': z.optional(z.enum(recordGroups)),
    'filter[state]': z.optional(z.enum(recordStates)),
    /** Only records that this field can refer to. */
    'filter[field]': z.optional(z.enum(searchedFields)),
    /** Separated by commas. */
    'filter[slug]': z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,60}(,[a-z0-9-]{1,60}){0,49}$/))),
    'page[after]': z.optional(z.string().check(z.regex(/^[a-z_]+\.[a-z0-9-]{1,60}$/))),
    'page[size]': pageSize(50),
  }),
  response: listOf(resource('catalogue_records', listedRecord)),
});

const getCatalogueRecord = defineOperatorEndpoint({
  name: 'getCatalogueRecord',
  method: 'GET',
  path: '/operator/catalogue/:type/:slug',
  permission: 'catalogue.read',
  params: key,
  response: recordDocument,
});

const getCatalogueForm = defineOperatorEndpoint({
  name: 'getCatalogueForm',
  method: 'GET',
  path: '/operator/catalogue_forms/:type',
  permission: 'catalogue.read',
  params: z.object({ type: recordType }),
  response: z.object({
    data: z.object({
      type: z.literal('catalogue_forms'),
      id: recordType,
      attributes: z.object({
        /** JSON Schema of a published record. */
        schema: z.record(z.string(), z.unknown()),
        /** Possible values by field name. */
        options: z.record(z.string(), z.array(z.object({ value: z.string(), text: z.string() }))),
        /** The position after all others of this type. */
        next_position: z.int(),
        /** Name and URL of the shop, as shown by search engines. */
        site: z.object({ name: z.string(), url: z.string() }),
      }),
    }),
  }),
});

const saveCatalogueRecord = defineOperatorEndpoint({
  name: 'saveCatalogueRecord',
  method: 'PUT',
  path: '/operator/catalogue/:type/:slug',
  permission: 'catalogue.change',
  params: key,
  body: z.object({
    version: readVersion,
    value: recordValue,
    publishes: z.boolean(),
    /** When to publish; at once if omitted or in the past. */
    publish_at: z.optional(z.nullable(instant)),
  }),
  response: z.object({ data: record, meta: z.object({ faults: z.array(recordFault) }) }),
});

/** Only for unpublished records. */
const removeCatalogueRecord = defineOperatorEndpoint({
  name: 'removeCatalogueRecord',
  method: 'DELETE',
  path: '/operator/catalogue/:type/:slug',
  permission: 'catalogue.change',
  params: key,
  /** The version that was read. */
  query: z.object({ version: number }),
  response: done,
});

/** The newest first; `page[before]` is `meta.next` of the page before. */
const listCatalogueVersions = defineOperatorEndpoint({
  name: 'listCatalogueVersions',
  method: 'GET',
  path: '/operator/catalogue/:type/:slug/versions',
  permission: 'catalogue.read',
  params: key,
  query: z.object({ 'page[before]': z.optional(number), 'page[size]': pageSize(20) }),
  response: z.object({
    data: z.array(recordVersion),
    /** Null on the last page. */
    meta: z.object({ next: z.nullable(z.int()) }),
  }),
});

const getCatalogueVersion = defineOperatorEndpoint({
  name: 'getCatalogueVersion',
  method: 'GET',
  path: '/operator/catalogue/:type/:slug/versions/:number',
  permission: 'catalogue.read',
  params: versionKey,
  response: z.object({ data: z.object({ ...recordVersion.shape, value: recordValue }) }),
});

const restoreCatalogueVersion = defineOperatorEndpoint({
  name: 'restoreCatalogueVersion',
  method: 'POST',
  path: '/operator/catalogue/:type/:slug/versions/:number/restore',
  permission: 'catalogue.change',
  params: versionKey,
  body: z.object({ version: readVersion }),
  response: recordDocument,
});

const callOffCataloguePlan = defineOperatorEndpoint({
  name: 'callOffCataloguePlan',
  method: 'DELETE',
  path: '/operator/catalogue/:type/:slug/plans/:number',
  permission: 'catalogue.change',
  params: versionKey,
  response: recordDocument,
});

const setOnSale = defineOperatorEndpoint({
  name: 'setOnSale',
  method: 'PUT',
  path: '/operator/catalogue/:type/:slug/sale',
  permission: 'catalogue.change',
  params: key,
  body: z.object({ version: readVersion, is_on_sale: z.boolean() }),
  response: recordDocument,
});

const previewCatalogueRecord = defineOperatorEndpoint({
  name: 'previewCatalogueRecord',
  method: 'GET',
  path: '/operator/catalogue/:type/:slug/preview',
  permission: 'catalogue.read',
  acceptsHead: false,
  params: key,
  query: z.object({ locale: z._default(z.enum(locales), 'de') }),
  ...respondsWithFile('text/html; charset=utf-8'),
});

/** The newest first; `page[before]` is `meta.next` of the page before. */
const listLegalVersions = defineOperatorEndpoint({
  name: 'listLegalVersions',
  method: 'GET',
  path: '/operator/legal/:slug/versions',
  permission: 'catalogue.read',
  params: z.object({ slug: recordSlug }),
  query: z.object({ 'page[before]': z.optional(calendarDay), 'page[size]': pageSize(20) }),
  response: listOf(legalVersion),
});

const getLegalVersion = defineOperatorEndpoint({
  name: 'getLegalVersion',
  method: 'GET',
  path: '/operator/legal/:slug/versions/:version',
  permission: 'catalogue.read',
  params: z.object({ slug: recordSlug, version: calendarDay }),
  response: z.object({
    data: z.object({
      ...legalVersion.shape,
      /** The whole text, sanitised. */
      html: z.object({ de: z.string(), en: z.string() }),
    }),
  }),
});

const setProductStock = defineOperatorEndpoint({
  name: 'setProductStock',
  method: 'PUT',
  path: '/operator/products/:id/stock',
  permission: 'catalogue.change',
  params: z.object({ id: identifier }),
  body: z.object({ stock: z.int().check(z.gte(0), z.lte(1_000_000)), seen: z.optional(z.int()) }),
  response: z.object({ data: z.object({ stock: z.int() }) }),
});

export const catalogueRecordEndpoints = {
  listCatalogueRecords,
  getCatalogueRecord,
  getCatalogueForm,
  saveCatalogueRecord,
  removeCatalogueRecord,
  listCatalogueVersions,
  getCatalogueVersion,
  restoreCatalogueVersion,
  callOffCataloguePlan,
  setOnSale,
  previewCatalogueRecord,
  listLegalVersions,
  getLegalVersion,
  setProductStock,
};

export const catalogueRecordDocs: AreaDocs<keyof typeof catalogueRecordEndpoints> = {
  title: 'Catalogue and texts, for operators',
  description:
    'Products, masters, categories and texts of pages, in the format of the content files. Amounts in ' +
    'cents, times in UTC. The record `shop` also needs the permission `shop.change`. A save that equals ' +
    'the last one, for example sent again after a lost response, is not `RECORD_CHANGED`: it changes ' +
    'nothing and returns the result.',
  operations: {
    listCatalogueRecords: {
      summary: 'Find records',
      description:
        '`filter[q]` matches part of title, name or slug, in either language. `filter[group]`: catalogue ' +
        'or texts. `filter[field]`: published records that this field can refer to; `filter[slug]`: up to ' +
        '50, separated by commas.',
    },
    getCatalogueRecord: { summary: 'Show a record', description: '`value` is the draft, if there is one.' },
    getCatalogueForm: { summary: 'Describe a type of record' },
    saveCatalogueRecord: {
      summary: 'Save a record',
      description:
        'A draft may be incomplete. With `publishes`, a record without faults is published at once; one ' +
        'with faults stays a draft, and `meta.faults` lists them. With `publish_at`, it is published at ' +
        'that time: only the fields that will differ then are set. A legal text is published on its first ' +
        'day. `NOT_POSSIBLE`: nothing will differ, or another time is given for a legal text. ' +
        '`RECORD_CHANGED`: another save came after `version` was read. A course must send `films` as they ' +
        'were read: one that is left out is removed from the shop.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    removeCatalogueRecord: {
      summary: 'Delete a draft',
      description:
        'Deletes an unpublished record. Its versions stay: a new record of this type and slug has them. ' +
        '`NOT_POSSIBLE`: it is published or planned. `RECORD_CHANGED`: somebody saved after `version` was ' +
        'read. `NOT_FOUND`: it does not exist any more. A content file with this name is published by the ' +
        'next load, as without the draft.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    listCatalogueVersions: {
      summary: 'List the versions of a record',
      description: 'Every save with its changed fields; `saved_by` is null for content files.',
    },
    getCatalogueVersion: { summary: 'Show a version' },
    restoreCatalogueVersion: {
      summary: 'Restore a version',
      description: 'Saves it as a draft, which is a new version. The stock does not change.',
      failures: ['RECORD_CHANGED'],
    },
    callOffCataloguePlan: {
      summary: 'Call a plan off',
      description:
        'Or acknowledge a refused plan. A repeated call changes nothing. `NOT_POSSIBLE`: it was carried ' +
        'out, or another operator called it off.',
      failures: ['NOT_POSSIBLE'],
    },
    setOnSale: {
      summary: 'Take a product off sale, hide a popup or post, or undo this',
      description: '`NOT_POSSIBLE`: it is not published, the shop needs it, or it already has this state.',
      failures: ['RECORD_CHANGED', 'NOT_POSSIBLE'],
    },
    previewCatalogueRecord: {
      summary: 'Preview the page of a record',
      description:
        'An HTML document as shoppers would get it, without scripts. `NOT_POSSIBLE`: the draft has faults. ' +
        '`NOT_FOUND`: no page shows it in this language, for example a giveaway without a campaign.',
      failures: ['NOT_POSSIBLE'],
    },
    listLegalVersions: {
      summary: 'List the versions of a legal page',
      description:
        'All versions that the shop has ever shown; orders refer to the version that they accepted.',
    },
    getLegalVersion: { summary: 'Read a version of a legal page' },
    setProductStock: {
      summary: 'Set the stock of a product',
      description:
        'Number of pieces that can still be sold. `NOT_POSSIBLE`: the product has unlimited stock. ' +
        '`RECORD_CHANGED`: the stock is not `seen`.',
      failures: ['NOT_POSSIBLE', 'RECORD_CHANGED'],
    },
  },
};
