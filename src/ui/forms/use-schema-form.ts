import { zodResolver } from '@hookform/resolvers/zod';
import type {
  FieldError,
  FieldValues,
  Path,
  UseFormProps,
  UseFormRegisterReturn,
  UseFormSetError,
} from 'react-hook-form';
import { get, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { CallFailure } from '#core/rules/result.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';

/**
 * A form checked by a schema, whose messages appear in the language of the page. `formError` is a failure that belongs
 * to no field.
 */
export function useSchemaForm<Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  options: Omit<UseFormProps<Values>, 'resolver'> = {},
) {
  const form = useForm<Values>({ ...options, resolver: zodResolver(schema) });
  const formText = useFormText();
  const failureText = useFailureText();
  const { errors, isSubmitting } = form.formState;
  const shownFields = new Set<Path<Values>>();

  /** The props of an input: its registration, and its error message if there is one. */
  function field(name: Path<Values>): FieldProps {
    shownFields.add(name);
    return { ...form.register(name), error: errorOf(name) };
  }

  function errorOf(name: Path<Values>): string | undefined {
    const error: FieldError | undefined = get(errors, name);
    return error?.message === undefined ? undefined : formText(error.message);
  }

  /** Shows a failed call at the fields that the server names, or else as `formError`. */
  function showFailure(failure: CallFailure): void {
    if (assignFailure(failure, [...shownFields], form.setError)) return;
    form.setError('root', { type: 'server', message: failureText(failure) });
  }

  return { ...form, field, errorOf, showFailure, isSubmitting, formError: errors.root?.message };
}

/** The props that `field` gives an input. */
export type FieldProps = UseFormRegisterReturn & { readonly error: string | undefined };

export type SchemaForm<Values extends FieldValues> = ReturnType<typeof useSchemaForm<Values>>;

/**
 * Shows the server's messages at the fields they name by JSON pointers such as `/data/attributes/email`. A field may be
 * nested in the form (`address.city`). Returns whether any field was named.
 */
export function assignFailure<Values extends FieldValues>(
  failure: CallFailure,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  let isAssigned = false;
  for (const [pointer, message] of Object.entries(failure.fields)) {
    const name = pointer.split('/').at(-1);
    const field = fields.find((candidate) => candidate.split('.').at(-1) === name);
    if (field === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: !isAssigned });
    isAssigned = true;
  }
  return isAssigned;
}
