import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { OperatorDeclaration } from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { decisionCalls } from './decision-effects.tsx';

interface DeclarationActionsProps {
  readonly declaration: OperatorDeclaration;
}

/** A typed amount, which may be empty. */
const typedAmount = z.string().check(z.refine((typed) => typed.trim() === '' || readEuros(typed) !== null));
const neededAmount = z.string().check(z.refine((typed) => readEuros(typed) !== null));

/**
 * Decisions on a declaration: carry out (also for another order number if it was mistyped), confirm returned goods,
 * settle a use after the declaration, reject with a text.
 */
export function DeclarationActions({ declaration }: DeclarationActionsProps) {
  const { t } = useTranslation('backOffice');
  const { declared_code, open_reason, kind } = declaration;
  const done = () => undefined;
  return (
    <>
      <RecordAction
        label="declaration.reject"
        text={t('declaration.rejectText')}
        form={{
          schema: z.object({ text: z.string().check(z.trim(), z.minLength(3), z.maxLength(2_000)) }),
          fields: [{ name: 'text', label: 'declaration.rejectReason', kind: 'long' }],
          defaultValues: { text: '' },
          submitLabel: 'declaration.reject',
          ...decisionCalls(declaration, ({ text }: { text: string }) => ({ action: 'reject', text })),
        }}
        onDone={done}
      />
      {open_reason === 'GOODS_AWAITED' && (
        <RecordAction
          label="declaration.goodsBack"
          kind="gold"
          text={t('declaration.goodsBackText')}
          form={{
            schema: z.object({ deduction: typedAmount }),
            fields: [
              {
                name: 'deduction',
                label: 'declaration.deduction',
                hint: 'declaration.deductionHint',
                kind: 'text',
              },
            ],
            defaultValues: { deduction: '' },
            submitLabel: 'declaration.goodsBack',
            ...decisionCalls(declaration, ({ deduction: typed }: { deduction: string }) => {
              const deduction = readEuros(typed);
              return { action: 'goods_back', ...(deduction === null ? {} : { deduction }) };
            }),
          }}
          onDone={done}
        />
      )}
      {open_reason === 'USED_SINCE' && (
        <RecordAction
          label="declaration.settle"
          kind="gold"
          text={t('declaration.settleText')}
          form={{
            schema: z.object({ deduction: neededAmount }),
            fields: [{ name: 'deduction', label: 'declaration.deduction', kind: 'text' }],
            defaultValues: { deduction: '' },
            submitLabel: 'declaration.settle',
            ...decisionCalls(declaration, ({ deduction }: { deduction: string }) => ({
              action: 'settle',
              deduction: readEuros(deduction) ?? 0,
            })),
          }}
          onDone={done}
        />
      )}
      {open_reason !== 'GOODS_AWAITED' && open_reason !== 'USED_SINCE' && (
        <RecordAction
          label="declaration.carryOut"
          kind="gold"
          text={t(kind === 'withdrawal' ? 'declaration.withdrawText' : 'declaration.cancelText')}
          form={{
            schema: z.object({ code: z.string().check(z.trim(), z.minLength(1), z.maxLength(40)) }),
            fields: [
              { name: 'code', label: 'declaration.number', hint: 'declaration.numberHint', kind: 'code' },
            ],
            defaultValues: { code: declared_code },
            submitLabel: 'declaration.carryOut',
            ...decisionCalls(declaration, ({ code }: { code: string }) => ({ action: 'carry_out', code })),
          }}
          onDone={done}
        />
      )}
    </>
  );
}
