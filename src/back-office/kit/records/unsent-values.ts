import type { FieldValues } from 'react-hook-form';
import type { FormDescription } from '#back-office/kit/form-dialog.tsx';

/** Keeps what was typed in a form that is closed unsent, as Escape does, so that it is there when it opens again. */
export function createUnsent<Values extends FieldValues>() {
  let typed: Readonly<Record<string, unknown>> = {};
  return {
    /** The form as it begins now; fields in which nothing was typed are as in the record. */
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
