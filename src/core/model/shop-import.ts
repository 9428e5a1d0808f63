import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/** Shops whose exports can be imported. */
export const importSources = ['shopify', 'woocommerce'] as const;

export const importSource = z.enum(importSources);

export type ImportSource = z.output<typeof importSource>;

/** Supported character encodings of files. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type ImportEncoding = (typeof importEncodings)[number];

/** Why a row or a file is rejected; the texts of the back office explain how to fix each. */
const importFaultCodes = [
  /** Contains bytes that no supported encoding can read. */
  'unreadable',
  'empty',
  /** More rows than one import allows. */
  'too_many',
  /** The columns match no known shop. */
  'unknown_columns',
  'column_missing',
  'column_twice',
  /** The row has fewer or more cells than the header. */
  'cells',
  'quote_open',
  'quote_text',
  'missing',
  'too_long',
  'price',
  'number',
  'email',
  /** No URL slug can be derived from the name. */
  'slug',
  /** An earlier row has the same product or e-mail address. */
  'twice',
  /** Features that this shop does not support: variants, vouchers of the other shop, subscriptions. */
  'variants',
  'kind',
  /** The shop has something of another kind at the same URL. */
  'taken',
  /** An e-mail address that its owner has replaced and can still restore. */
  'reserved',
] as const;

const importFault = z.object({
  /** Line of the file, from 1; the first line of a row with line breaks in its cells. */
  line: z.int(),
  /** Name of the column in the file; null for the whole row. */
  column: z.nullable(z.string()),
  code: z.enum(importFaultCodes),
});

export type ImportFault = Infer<typeof importFault>;

export const importStates = ['new', 'same', 'changed', 'refused'] as const;

export type ImportState = (typeof importStates)[number];

/** The planned import of a product or customer. */
const plannedImport = z.object({
  /** The first lines of its rows in the file. */
  lines: z.array(z.int()),
  /** A title or an e-mail address; empty if the row cannot be read. */
  name: z.string(),
  state: z.enum(importStates),
  /** Fields that are set or changed. */
  fields: z.array(z.string()),
  /** Data of the row that the shop does not import. */
  left_out: z.array(z.enum(['address', 'consent', 'pictures', 'option'])),
  faults: z.array(importFault),
});

export type PlannedImport = Infer<typeof plannedImport>;

/** What an import will change, or has changed. */
export const importPlan = z.object({
  /** Null if the columns match no known shop. */
  source: z.nullable(importSource),
  encoding: z.nullable(z.enum(importEncodings)),
  rows: z.array(plannedImport),
  /** Identifies this plan: only the plan that the operator has seen is applied. */
  seen: z.string(),
  is_applied: z.boolean(),
});

export type ImportPlan = Infer<typeof importPlan>;

/** The subjects of an import. */
export type ImportSubject = 'products' | 'customers';

/** Progress of an import, or the result of the last one. */
export const importRun = z.object({
  /** `cut_off`: it was interrupted, and nothing of it was saved. */
  state: z.enum(['running', 'done', 'cut_off']),
  begun_at: instant,
  /** Number of rows to create or change. */
  rows: z.int(),
  /** Number of rows written so far; they take effect when all are written. */
  written: z.int(),
});

export type ImportRun = Infer<typeof importRun>;

/** Maximum number of rows in a file. */
export const maxImportRows = 5_000;
