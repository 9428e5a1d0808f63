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
   * For forms that work without JavaScript: what the server has refused (`usePostedForm`), or null. The server's HTML
   * has the values then.
   */
  readonly posted?: RefusedForm | null;
}

/**
 * A form checked by a schema, whose messages appear in the language of the page. `formError` is a failure that belongs
 * to no field; `refusal` is what the server has refused without JavaScript, until the form is sent again.
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

  // What was typed before hydration is taken while the fields are registered, when nothing watches the form yet.
  useLayoutEffect(() => {
    if (hasTaken.current) rerender();
  }, []);

  /** The props of an input: its registration, and its error message if there is one. */
  function field(name: Path<Values>): FieldProps {
    shownFields.add(name);
    const { ref, onBlur, ...registration } = form.register(name);
    const props = {
      ...registration,
      ref(element: FieldElement | null) {
        const typed = typedValue(element);
        // The library would replace it by the default value.
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

  /** The props of a radio button. */
  function option(name: Path<Values>, value: string): OptionProps {
    return {
      ...form.register(name),
      id: `${id}-${name}-${value}`,
      value,
      defaultChecked: valueAt(first.defaultValues, name) === value,
    };
  }

  /** The props of a checkbox. */
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

  /** Shows a failed call at the fields that the server names, or else as `formError`. */
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

/** What stands in an object at a name such as `address.city`. */
function valueAt(whole: unknown, name: string): unknown {
  let part = whole;
  for (const key of name.split('.')) part = (part as Readonly<Record<string, unknown>> | undefined)?.[key];
  return part;
}

type FieldElement = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/**
 * What a visitor has typed or chosen in a field of the server's HTML before it is hydrated; null when that is its
 * default.
 */
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

/** Why the server has refused a form: the messages with the ids of their fields, or a text that belongs to none. */
export interface Refusal {
  readonly text: string | null;
  readonly errors: readonly { readonly id: string; readonly text: string }[];
}

/** The state of a form with what was typed into it before the server refused it. */
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

/** The props that `field` gives an input. */
export type FieldProps = UseFormRegisterReturn & {
  readonly error: string | undefined;
  readonly id?: string;
  readonly defaultValue?: string;
};

/** The props that `option` gives a radio button. */
export type OptionProps = UseFormRegisterReturn & {
  readonly id: string;
  readonly value: string;
  readonly defaultChecked: boolean;
};

export type SchemaForm<Values extends FieldValues> = ReturnType<typeof useSchemaForm<Values>>;

/**
 * Shows the server's messages at the fields they name. A field may be nested in the form
 * (`address.city`). Returns whether any field was named.
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
