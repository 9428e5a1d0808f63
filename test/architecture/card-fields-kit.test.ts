import { broken, showing, tokenizing } from '#test/architecture/support/break-card-forms.ts';
import { describeBreaks } from '#test/architecture/support/describe-breaks.ts';
import { cardFieldCases } from '#test/kits/card-field-cases.ts';
import type { CardFormHarness } from '#test/kits/card-form-harness.ts';
import { openMemoryCardForm } from '#test/support/memory-card-form.ts';

const [names = '', ofField = '', each = '', anew = ''] = Object.keys(cardFieldCases);

describeBreaks<CardFormHarness>({
  name: 'the kit for each card field, run with the memory adapter',
  cases: cardFieldCases,
  create: () => openMemoryCardForm(),
  breaks: [
    tokenizing(
      'names the number when the name is missing',
      (answer) => {
        if (answer.ok || answer.error.code !== 'FIELDS_INVALID') return answer;
        const fields = answer.error.fields.map((field) => (field === 'cardholderName' ? 'number' : field));
        return { ok: false, error: { code: 'FIELDS_INVALID', fields } };
      },
      [names],
    ),
    showing(
      'takes the number for valid only when there is a date',
      ({ fields, ...state }) => ({
        ...state,
        fields: { ...fields, number: { ...fields.number, is_valid: fields.expirationDate.is_valid } },
      }),
      [ofField],
    ),
    broken(
      'has one error for date and code',
      (form) => ({
        describeError: (field, message) =>
          form.describeError(field === 'expirationDate' ? 'cvv' : field, message),
      }),
      [each],
    ),
    broken(
      'keeps the errors of the form before',
      (form) => {
        let kept: string | null = null;
        return {
          async describeError(field, message) {
            if (message !== null) kept = message;
            await form.describeError(field, message);
          },
          readError: async (field) => (await form.readError(field)) ?? (field === 'number' ? kept : null),
        };
      },
      [each, anew],
    ),
  ],
});
