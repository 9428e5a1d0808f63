import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useRef, useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
} from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import * as z from 'zod/mini';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox, FieldError } from '#ui/components/parts/fields/choices.tsx';
import { PasswordField, Select, TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './dialog.module.css';
import type { TextKey } from './operator-texts.ts';
import { useFailureText } from './use-operator-failure-text.ts';

/** A form field. The messages of its schema are text keys. */
export interface FormField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: TextKey;
  /** Values for the placeholders of the label. */
  readonly about?: Readonly<Record<string, string>>;
  readonly hint?: TextKey;
  /** `choices`: a list with any number of the options. */
  readonly kind: 'text' | 'email' | 'password' | 'code' | 'choice' | 'choices' | 'long' | 'day';
  readonly autoComplete?: string;
  readonly options?: readonly { readonly value: string; readonly text: string }[];
  /** For `choices`: adds the options implied by the chosen ones. */
  readonly along?: (chosen: readonly string[]) => readonly string[];
}

/** Description of a form, rendered by `RecordForm`. */
export interface FormDescription<Values extends FieldValues, Value> {
  readonly schema: z.core.$ZodType<Values, Values>;
  readonly fields: readonly FormField<Values>[];
  readonly submitLabel: TextKey;
  readonly defaultValues: DefaultValues<Values>;
  /** Step before sending that shows the effects. After any change of the form it has to be repeated. */
  readonly check?: {
    readonly label: TextKey;
    readonly show: (values: Values) => Promise<Result<ReactNode, CallFailure>>;
  };
  readonly send: (values: Values) => Promise<Result<Value, CallFailure>>;
  /** The form's own messages for failures, by error code. */
  readonly refusals?: Readonly<Record<string, TextKey>>;
}

const nothing = z.object({});

/** Returns a form without fields, for a confirmation. */
export function confirmationForm<Value>(
  submitLabel: TextKey,
  send: () => Promise<Result<Value, CallFailure>>,
): FormDescription<z.output<typeof nothing>, Value> {
  return { schema: nothing, fields: [], submitLabel, defaultValues: {}, send };
}

interface RecordFormProps<Values extends FieldValues, Value> {
  readonly form: FormDescription<Values, Value>;
  readonly onDone: (value: Value) => void;
  readonly onCancel?: () => void;
  /** Called with the value of a field on every change. */
  readonly onTyped?: (name: Path<Values>, value: unknown) => void;
}

/** Adds errors for invalid days, such as 31 November or a day without a year, which browsers report as empty values. */
export function refuseInvalidDates<Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> {
  return async (values, context, options) => {
    const read = await resolver(values, context, options);
    const fields = Object.values(options.fields);
    const half = fields.filter(({ ref }) => (ref as HTMLInputElement).validity?.badInput);
    if (half.length === 0) return read;
    const errors = Object.fromEntries(half.map(({ name }) => [name, { type: 'half_typed', message: '' }]));
    return { values: {}, errors: { ...read.errors, ...errors } as FieldErrors<Values> };
  };
}

/** Form that can be submitted only once at a time. Failures are shown at their field, or below the form. */
export function RecordForm<Values extends FieldValues, Value>({
  form: description,
  onDone,
  onCancel,
  onTyped,
}: RecordFormProps<Values, Value>) {
  const { t } = useTranslation('backOffice');
  const failureText = useFailureText();
  const { schema, fields, submitLabel, defaultValues, check, send, refusals } = description;
  const { revalidate } = useRevalidator();
  // When the record is reloaded, its values fill the fields that the user has not changed.
  const form = useForm<Values>({
    resolver: refuseInvalidDates<Values>(zodResolver(schema)),
    defaultValues,
    values: defaultValues as Values,
    resetOptions: { keepDirtyValues: true },
  });
  // Reading `dirtyFields` makes the form track the changed fields.
  const { errors, isSubmitting, dirtyFields: _ } = form.formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<ReactNode>(null);
  /** Number of changes, to ignore a check whose response is for older values. */
  const edits = useRef(0);
  const isToCheck = check !== undefined && checked === null;

  async function submit(values: Values): Promise<void> {
    setFailure(null);
    if (isToCheck) {
      const asked = edits.current;
      const shown = await check.show(values);
      if (asked !== edits.current) return;
      return shown.ok ? setChecked(shown.value) : await fail(shown.error);
    }
    const sent = await send(values);
    if (sent.ok) return onDone(sent.value);
    setChecked(null);
    await fail(sent.error);
  }

  async function fail(error: CallFailure): Promise<void> {
    const named = fields.filter(({ name }) => error.fields[name] !== undefined);
    for (const { name } of named) form.setError(name, { type: 'server', message: error.fields[name] ?? '' });
    const own = refusals?.[error.code];
    if (named.length === 0) setFailure(own === undefined ? failureText(error) : t(own));
    if (error.code === 'RECORD_CHANGED') await revalidate();
  }

  return (
    <form
      className={styles.form}
      noValidate
      onChange={({ target }) => {
        edits.current += 1;
        setChecked(null);
        const { name } = target as unknown as { readonly name: Path<Values> };
        const along = fields.find((field) => field.name === name)?.along;
        const chosen: unknown = form.getValues(name);
        if (along !== undefined) form.setValue(name, along(chosen as readonly string[]) as never);
        onTyped?.(name, form.getValues(name));
      }}
      onSubmit={form.handleSubmit(submit)}
    >
      {fields.map((field) => {
        const error = errors[field.name];
        const message = typeof error?.message === 'string' ? error.message : undefined;
        const isOwn = error?.type !== 'server';
        const props = {
          ...form.register(field.name),
          label:
            field.about === undefined
              ? t(field.label)
              : (t as (key: string, about: object) => string)(field.label, field.about),
          hint: field.hint === undefined ? undefined : t(field.hint),
          error: message === undefined ? undefined : isOwn ? t('form.check') : message,
          autoComplete: field.autoComplete ?? 'off',
        };
        if (field.kind === 'long') return <TextArea key={field.name} {...props} rows={5} />;
        if (field.kind === 'password') return <PasswordField key={field.name} {...props} />;
        if (field.kind === 'choices') {
          return (
            <fieldset
              key={field.name}
              className={styles.choices}
              aria-describedby={props.error === undefined ? undefined : `${field.name}-error`}
            >
              <legend>{props.label}</legend>
              {field.options?.map(({ value, text }) => (
                <Checkbox key={value} {...form.register(field.name)} value={value}>
                  {text}
                </Checkbox>
              ))}
              <FieldError id={`${field.name}-error`}>{props.error ?? null}</FieldError>
            </fieldset>
          );
        }
        if (field.kind === 'choice') {
          return (
            <Select key={field.name} {...props}>
              {field.options?.map(({ value, text }) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </Select>
          );
        }
        const code = field.kind === 'code' ? { inputMode: 'text', spellCheck: false } : {};
        const types = { email: 'email', day: 'date' } as const;
        return (
          <TextField
            key={field.name}
            {...props}
            {...(code as object)}
            type={field.kind === 'email' || field.kind === 'day' ? types[field.kind] : 'text'}
          />
        );
      })}
      {check !== undefined && <div aria-live="polite">{checked}</div>}
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <div className={styles.actions}>
        {onCancel !== undefined && (
          <Button kind="outline" onClick={onCancel}>
            {t('form.cancel')}
          </Button>
        )}
        <Button type="submit" isLoading={isSubmitting}>
          {t(isToCheck ? check.label : submitLabel)}
        </Button>
      </div>
    </form>
  );
}
