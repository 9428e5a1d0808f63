import type { FieldValues } from 'react-hook-form';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';

/** Keeps the input of a form that was closed without sending, for example by Escape, for the next time it opens. */
export function createUnsentValues<Values extends FieldValues>() {
  let typed: Readonly<Record<string, unknown>> = {};
  return {
    /** Returns the form with the kept input as default values. Other fields have the values of the record. */
    fill<Value>(form: FormDescription<Values, Value>): FormDescription<Values, Value> {
      return { ...form, defaultValues: { ...form.defaultValues, ...typed } };
    },
    keep(name: string, value: unknown): void {
      typed = { ...typed, [name]: value };
    },
    forget(): void {
      typed = {};
    },
  };
}
