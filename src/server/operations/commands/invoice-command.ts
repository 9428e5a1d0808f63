import { z } from 'zod';
import { writeInvoices } from '#server/operations/books/export-invoices.ts';
import { defineCommand } from './command.ts';

/** `export invoices`: the documents of a month as CSV; amounts in euros. */
export const exportInvoicesCommand = defineCommand({
  name: 'export invoices',
  usage: '--month MONTH',
  summary: 'writes the invoices and corrections of a month as CSV, a row for each rate of VAT',
  options: { month: { type: 'string' } },
  input: z.object({
    month: z
      .string('write a month like 2026-11')
      .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'write a month like 2026-11'),
  }),
  run: async ({ db }, { month }) => ({ exit: 0, text: writeInvoices(db, month, 'en') }),
});
