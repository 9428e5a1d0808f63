import * as z from 'zod/mini';
import { type Infer, instant } from './primitives.ts';

/** Shops whose exports can be imported. */
export const importSources = ['shopify', 'woocommerce'] as const;

export const importSource = z.enum(importSources);

export type ImportSource = z.output<typeof importSource>;

/** How the characters of a file are stored. */
export const importEncodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

export type ImportEncoding = (typeof importEncodings)[number];

/** Why a row, or the file, is refused; each has its cure in the texts of the back office. */
const importFaultCodes = [
  /** Has characters that belong to no encoding. */
  'unreadable',
  'empty',
  /** More rows than one import takes. */
  'too_many',
  /** The columns are of no known shop. */
  'unknown_columns',
  'column_missing',
  'column_twice',
  /** Fewer or more cells than the first row. */
  'cells',
  'quote_open',
  'quote_text',
  'missing',
  'too_long',
  'price',
  'number',
  'email',
  /** No address can be made of the name. */
  'slug',
  /** A product, or an e-mail address, that an earlier row has. */
  'twice',
  /** What other shops know, and this one does not: variants, vouchers of the other shop, subscriptions. */
  'variants',
  'kind',
  /** The shop has something of another kind under the same address. */
  'taken',
  /** An e-mail address that its owner has given up and can still take back. */
  'reserved',
] as const;

const importFault = z.object({
  /** Of the file, from 1; a row with line ends in its cells begins here. */
  line: z.int(),
  /** As the file names it; null: the row as a whole. */
  column: z.nullable(z.string()),
  code: z.enum(importFaultCodes),
});

export type ImportFault = Infer<typeof importFault>;

export const importStates = ['new', 'same', 'changed', 'refused'] as const;

export type ImportState = (typeof importStates)[number];

/** What becomes of a product or customer. */
const plannedImport = z.object({
  /** The lines of the file that it stands in, or where they begin. */
  lines: z.array(z.int()),
  /** A title or an e-mail address; empty where the row cannot be read. */
  name: z.string(),
  state: z.enum(importStates),
  /** What is set or changed. */
  fields: z.array(z.string()),
  /** What the row has and the shop does not take. */
  left_out: z.array(z.enum(['address', 'consent', 'pictures', 'option'])),
  faults: z.array(importFault),
});

export type PlannedImport = Infer<typeof plannedImport>;

/** What an import will do, or has done. */
export const importPlan = z.object({
  /** Null where the columns are of no known shop. */
  source: z.nullable(importSource),
  encoding: z.nullable(z.enum(importEncodings)),
  rows: z.array(plannedImport),
  /** Stands for this plan: only what was seen is carried out. */
  seen: z.string(),
  is_applied: z.boolean(),
});

export type ImportPlan = Infer<typeof importPlan>;

/** What can be imported. */
export type ImportSubject = 'products' | 'customers';

/** How far an import is, or how the last one ended. */
export const importRun = z.object({
  /** `cut_off`: it ended without its end, and nothing of it is in the shop. */
  state: z.enum(['running', 'done', 'cut_off']),
  begun_at: instant,
  /** Rows that it sets or changes. */
  rows: z.int(),
  /** So many of them are written; they count when all are. */
  written: z.int(),
});

export type ImportRun = Infer<typeof importRun>;

/** The most rows of a file. */
export const mostImportRows = 5_000;
