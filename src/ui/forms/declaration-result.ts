import * as z from 'zod/mini';
import {
  type Cancellation,
  type DeclarationReceipt,
  receiptMails,
  type Withdrawal,
} from '#core/model/declaration.ts';
import { declarationStep } from './declaration-schemas.ts';
import type { ActionContext } from './form-action.ts';
import { readResult, showResult } from './form-result.ts';

type Declared = Cancellation | Withdrawal;

const receipt = z.object({
  reference: z.string(),
  received_at: z.string(),
  mailed: z.enum(receiptMails),
});

/**
 * Redirects to the receipt of a declaration. Very long texts are shortened on that page; the mailed receipt is
 * complete.
 */
export function showReceipt<One extends Declared>(
  args: ActionContext,
  form: string,
  kept: { readonly declared: One; readonly receipt: DeclarationReceipt },
): Promise<Response> {
  const { declared } = kept;
  const reason = declared.reason === null ? null : shortened(declared.reason);
  return showResult(args, {
    form,
    search: `?${declarationStep.name}=${declarationStep.receipt}`,
    results: [
      kept,
      { ...kept, declared: { ...declared, reason } },
      { ...kept, declared: { ...withFewLines(declared), reason } },
    ],
  });
}

const longestReason = 200;
const mostLines = 8;

function shortened(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason)}…`;
}

function withFewLines(declared: Declared): Declared {
  if (!('lines' in declared) || declared.lines === null || declared.lines.length <= mostLines)
    return declared;
  return { ...declared, lines: [...declared.lines.slice(0, mostLines), { id: '…', quantity: null }] };
}

/** Reads a declaration sent without JavaScript and its receipt. Null on all pages except the receipt's. */
export async function readReceipt<One extends Declared>(
  request: Request,
  form: string,
  schema: z.core.$ZodType<One>,
): Promise<{ readonly declared: One; readonly receipt: DeclarationReceipt } | null> {
  const step = new URL(request.url).searchParams.get(declarationStep.name);
  if (step !== declarationStep.receipt) return null;
  return readResult(request, form, z.object({ declared: schema, receipt }));
}
