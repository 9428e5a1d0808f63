import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { type ImportPlan, importSources } from '#core/model/shop-import.ts';
import { locales } from '#core/model/values.ts';
import type { Result } from '#core/rules/basics/result.ts';
import { importCustomers } from '#server/operations/imports/import-customers.ts';
import { importProducts } from '#server/operations/imports/import-products.ts';
import { countStates, type ImportFile } from '#server/operations/imports/plan-import.ts';
import type { DomainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { defineCommand, done, failed } from './command.ts';

const usage = 'FILE [--from shopify|woocommerce] [--language de|en] [--apply]';

const notes = [
  'FILE is CSV as Shopify or WooCommerce write it. Without --apply it only says what would become of each row.',
  'With --apply all rows are imported, or none when one is refused; sent again, the file changes nothing.',
];

const definition = {
  usage,
  notes,
  operands: ['file'],
  options: {
    from: { type: 'string' },
    language: { type: 'string' },
    apply: { type: 'boolean' },
  },
  input: z.object({
    file: z.string(),
    from: z.enum(importSources, 'write shopify or woocommerce').optional(),
    language: z.enum(locales, 'write de or en').default('de'),
    apply: z.boolean().default(false),
  }),
} as const;

export const importProductsCommand = defineCommand({
  ...definition,
  name: 'import products',
  summary: 'brings products of another shop, as drafts',
  run: (context, input) => runImport(context, input, importProducts),
});

export const importCustomersCommand = defineCommand({
  ...definition,
  name: 'import customers',
  summary: 'brings customers of another shop, without passwords and consents',
  run: (context, input) => runImport(context, input, importCustomers),
});

type Import = (context: ServerContext, file: ImportFile) => Promise<Result<ImportPlan, DomainFailure>>;

async function runImport(
  context: ServerContext,
  { file: path, from, language, apply }: z.output<typeof definition.input>,
  run: Import,
) {
  const bytes = await readFile(path).catch(() => null);
  if (bytes === null) return failed(`${path} cannot be read.`);
  const file: ImportFile = { bytes, source: from ?? null, language, seen: null };
  const planned = await run(context, file);
  if (!planned.ok) return failed(planned.error.code);
  const lines = linesOf(planned.value);
  const refused = countStates(planned.value).refused ?? 0;
  if (refused > 0) return failed(...lines, `Rows that are refused: ${refused}. Nothing was changed.`);
  if (!apply) return done(...lines, 'Nothing was changed. --apply does it.');
  const applied = await run(context, { ...file, seen: planned.value.seen });
  return applied.ok
    ? done(...lines, 'Done.')
    : failed('Somebody changed the shop in the meantime. Nothing was imported; run it again.');
}

/** What to do about each fault. */
const cures: Readonly<Record<ImportPlan['rows'][number]['faults'][number]['code'], string>> = {
  unreadable: 'has characters that cannot be read; save the file as "CSV UTF-8"',
  empty: 'the file has no rows; export it again',
  too_many: 'the file has more than 5,000 rows; divide it',
  unknown_columns:
    'the columns are neither those of Shopify nor of WooCommerce; keep the first row as it was exported',
  column_missing: 'this column is missing; export all columns',
  column_twice: 'this column is there twice; remove one',
  cells: 'the row has another number of cells than the first row; export the file again, or complete the row',
  quote_open: 'a cell begins with a quotation mark and does not end; export the file again',
  quote_text: 'there is text behind a closing quotation mark; write two quotation marks for one in a cell',
  missing: 'the cell is empty; fill it',
  too_long: 'the text is too long; shorten it',
  price: 'write a price above 0 such as 29.90 or 29,90',
  number: 'write a number such as 12 or 0.5',
  email: 'this is no e-mail address; correct it',
  slug: 'no address can be made of it; use letters of the Latin alphabet or digits',
  twice: 'an earlier row has the same; remove one',
  variants: 'there are no variants here; make each a product with a name of its own',
  kind: 'products of this kind are made here; remove the row',
  taken: 'the shop has something of another kind at this address; choose another name',
  reserved: 'the owner of this address can still take it back; try again in a week',
};

function linesOf({ source, encoding, rows }: ImportPlan): readonly string[] {
  return [
    `${source ?? 'unknown shop'}, ${encoding ?? 'unknown characters'}`,
    ...rows.flatMap(({ lines, name, state, fields, left_out, faults }) => [
      [
        `line ${lines.join(', ')}`,
        state,
        name,
        fields.join(' '),
        ...(left_out.length === 0 ? [] : [`without ${left_out.join(' and ')}`]),
      ]
        .filter((part) => part !== '')
        .join('  '),
      ...faults.map(
        ({ line, column, code }) =>
          `  line ${line}${column === null ? '' : `, column "${column}"`}: ${cures[code]}`,
      ),
    ]),
  ];
}
