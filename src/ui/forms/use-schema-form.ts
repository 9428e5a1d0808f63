import { zodResolver } from '@hookform/resolvers/zod';
import { useId, useLayoutEffect, useReducer, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormRegisterReturn,
  type UseFormSetError,
  useForm,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import type { CallFailure } from '#core/rules/basics/result.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import { afterPress } from './after-press.ts';
import type { RefusedForm } from './form-action.ts';

interface SchemaFormOptions<Values extends FieldValues>
  extends Omit<UseFormProps<Values>, 'resolver' | 'errors'> {
  /**
   * For forms that work without JavaScript: the form that the server rejected (`usePostedForm`), or null. The server's
   * HTML then contains the field values.
   */
  readonly posted?: RefusedForm | null;
}

/**
 * A form validated by a schema, with messages in the page's language. `formError` is a failure that belongs to no
 * field; `refusal` is the server's rejection without JavaScript, until the form is sent again.
 */
export function useSchemaForm<Values extends FieldValues>(
  schema: z.core.$ZodType<Values, Values>,
  { posted, ...options }: SchemaFormOptions<Values> = {},
) {
  const id = useId();
  const [first] = useState(() => firstState(options, posted));
  const form = useForm<Values>({ ...options, ...first, resolver: zodResolver(schema) });
  const formText = useFormText();
  const failureText = useFailureText();
  const { errors, isSubmitting } = form.formState;
  const shownFields = new Set<Path<Values>>();
  const hasTaken = useRef(false);
  const [, rerender] = useReducer((count: number) => count + 1, 0);

  // Fields typed into before hydration are set while they are registered, when nothing watches the form yet.
  useLayoutEffect(() => {
    if (hasTaken.current) rerender();
  }, []);

  /** Returns the props of an input: its registration and its error message. */
  function field(name: Path<Values>): FieldProps {
    shownFields.add(name);
    const { ref, onBlur, ...registration } = form.register(name);
    const props = {
      ...registration,
      ref(element: FieldElement | null) {
        const typed = typedValue(element);
        // The library would replace the typed text by the default value.
        if (typed !== null && typed !== form.getValues(name)) {
          form.setValue(name, typed as PathValue<Values, Path<Values>>, { shouldDirty: true });
          hasTaken.current = true;
        }
        ref(element);
      },
      async onBlur(event: Parameters<typeof onBlur>[0]) {
        await afterPress();
        await onBlur(event);
      },
      error: errorOf(name),
    };
    if (posted === undefined) return props;
    return { ...props, id: `${id}-${name}`, defaultValue: valueAt(first.defaultValues, name) as string };
  }

  /** Returns the props of a radio button. */
  function option(name: Path<Values>, value: string): OptionProps {
    return {
      ...form.register(name),
      id: `${id}-${name}-${value}`,
      value,
      defaultChecked: valueAt(first.defaultValues, name) === value,
    };
  }

  /** Returns the props of a checkbox. */
  function tick(name: Path<Values>) {
    return {
      ...form.register(name),
      id: `${id}-${name}`,
      defaultChecked: valueAt(first.defaultValues, name) === true,
    };
  }

  function errorOf(name: Path<Values>): string | undefined {
    const error = valueAt(errors, name) as FieldError | undefined;
    return error?.message === undefined ? undefined : formText(error.message);
  }

  /** Shows a failure at the fields that the server names, otherwise as `formError`. */
  function showFailure(failure: CallFailure): void {
    if (assignFailure(failure, [...shownFields], form.setError)) return;
    form.setError('root', { type: 'server', message: failureText(failure) });
  }

  const isShown = posted !== undefined && posted !== null && !form.formState.isSubmitted;
  const refusal: Refusal | null = isShown
    ? {
        text: posted.failure && failureText(posted.failure),
        errors: Object.entries(posted.errors).map(([name, text]) => ({
          id: `${id}-${name}`,
          text: formText(text),
        })),
      }
    : null;
  const formError = errors.root?.message;
  return { ...form, field, option, tick, errorOf, showFailure, isSubmitting, formError, refusal, id };
}

/** Returns the value at a path such as `address.city`. */
function valueAt(whole: unknown, name: string): unknown {
  let part = whole;
  for (const key of name.split('.')) part = (part as Readonly<Record<string, unknown>> | undefined)?.[key];
  return part;
}

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Returns the text that was entered into a server-rendered field before hydration; null if it is the default. */
function typedValue(element: FieldElement | null): string | null {
  if (element === null) return null;
  const isDefault =
    element instanceof HTMLSelectElement
      ? element.selectedIndex ===
        Math.max(
          0,
          [...element.options].findIndex((option) => option.defaultSelected),
        )
      : element.value === element.defaultValue;
  return isDefault ? null : element.value;
}

/** Rejection of a form by the server: messages with the ids of their fields, or a text that belongs to no field. */
export interface Refusal {
  readonly text: string | null;
  readonly errors: readonly { readonly id: string; readonly text: string }[];
}

/** Returns the initial state of a form, with the values and errors of the submission that the server rejected. */
function firstState<Values extends FieldValues>(
  { defaultValues }: Pick<UseFormProps<Values>, 'defaultValues'>,
  posted: RefusedForm | null | undefined,
): Pick<UseFormProps<Values>, 'defaultValues' | 'errors'> {
  if (posted === undefined || posted === null) return defaultValues === undefined ? {} : { defaultValues };
  const messages = Object.entries(posted.errors).map(([name, message]) => [
    name,
    { type: 'server', message },
  ]);
  return {
    defaultValues: { ...defaultValues, ...posted.values } as DefaultValues<Values>,
    errors: Object.fromEntries(messages) as FieldErrors<Values>,
  };
}

/** Props that `field` returns for an input. */
export type FieldProps = UseFormRegisterReturn & {
  readonly error: string | undefined;
  readonly id?: string;
  readonly defaultValue?: string;
};

/** Props that `option` returns for a radio button. */
export type OptionProps = UseFormRegisterReturn & {
  readonly id: string;
  readonly value: string;
  readonly defaultChecked: boolean;
};

export type SchemaForm<Values extends FieldValues> = ReturnType<typeof useSchemaForm<Values>>;

/**
 * Shows the server's messages at the fields they name; these may be nested in the form (`address.city`). Returns
 * whether there was a matching field.
 */
export function assignFailure<Values extends FieldValues>(
  failure: CallFailure,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
): boolean {
  let isAssigned = false;
  for (const [name, message] of Object.entries(failure.fields)) {
    const field = fields.find((candidate) => candidate.split('.').at(-1) === name);
    if (field === undefined) continue;
    setError(field, { type: 'server', message }, { shouldFocus: !isAssigned });
    isAssigned = true;
  }
  return isAssigned;
}
