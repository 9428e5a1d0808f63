import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import {
  declarationEndpoints,
  type OperatorDeclaration,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { RecordAction } from '#back-office/kit/record-action.tsx';

interface DeclarationActionsProps {
  readonly declaration: OperatorDeclaration;
}

const nothing = z.object({});

/** What can be decided: carry out (for another number, where it was mistyped), goods are back, refuse with a text. */
export function DeclarationActions({ declaration }: DeclarationActionsProps) {
  const { t } = useTranslation('backOffice');
  const { id, declared_code, open_reason, kind } = declaration;
  const params = { id };
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
          send: ({ text }) =>
            call(declarationEndpoints.answerDeclaration, { params, body: { action: 'reject', text } }),
        }}
        onDone={done}
      />
      {open_reason === 'GOODS_AWAITED' ? (
        <RecordAction
          label="declaration.goodsBack"
          kind="gold"
          text={t('declaration.goodsBackText')}
          form={{
            schema: nothing,
            fields: [],
            defaultValues: {},
            submitLabel: 'declaration.goodsBack',
            send: () =>
              call(declarationEndpoints.answerDeclaration, { params, body: { action: 'goods_back' } }),
          }}
          onDone={done}
        />
      ) : (
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
            send: ({ code }) =>
              call(declarationEndpoints.answerDeclaration, { params, body: { action: 'carry_out', code } }),
          }}
          onDone={done}
        />
      )}
    </>
  );
}
