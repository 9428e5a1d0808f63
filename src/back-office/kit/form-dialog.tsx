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

/** One field of a form; a schema's message is the key of its text. */
export interface FormField<Values extends FieldValues> {
  readonly name: Path<Values>;
  readonly label: TextKey;
  /** What the label is filled with. */
  readonly about?: Readonly<Record<string, string>>;
  readonly hint?: TextKey;
  /** `choices`: any of the options, as a list of their values. */
  readonly kind: 'text' | 'email' | 'password' | 'code' | 'choice' | 'choices' | 'long' | 'day';
  readonly autoComplete?: string;
  readonly options?: readonly { readonly value: string; readonly text: string }[];
  /** Of `choices`: these, with what is chosen along with them. */
  readonly along?: (chosen: readonly string[]) => readonly string[];
}

/** All that a form is: described once, shown by `RecordForm`. */
export interface FormDescription<Values extends FieldValues, Value> {
  readonly schema: z.core.$ZodType<Values, Values>;
  readonly fields: readonly FormField<Values>[];
  readonly submitLabel: TextKey;
  readonly defaultValues: DefaultValues<Values>;
  /** Shows what sending will do, which is asked for first; whatever is changed then is asked for again. */
  readonly check?: {
    readonly label: TextKey;
    readonly show: (values: Values) => Promise<Result<ReactNode, CallFailure>>;
  };
  readonly send: (values: Values) => Promise<Result<Value, CallFailure>>;
  /** The form's own sentences for refusals, by their code. */
  readonly refusals?: Readonly<Record<string, TextKey>>;
}

const nothing = z.object({});

/** A question with nothing to type. */
export function questionForm<Value>(
  submitLabel: TextKey,
  send: () => Promise<Result<Value, CallFailure>>,
): FormDescription<z.output<typeof nothing>, Value> {
  return { schema: nothing, fields: [], submitLabel, defaultValues: {}, send };
}

interface RecordFormProps<Values extends FieldValues, Value> {
  readonly form: FormDescription<Values, Value>;
  readonly onDone: (value: Value) => void;
  readonly onCancel?: () => void;
  /** Told the value of a field whenever somebody changes it. */
  readonly onTyped?: (name: Path<Values>, value: unknown) => void;
}

/** Refuses a day that is none, as the 31st of November or one without a year: to the browser its field is empty. */
export function refuseHalfTyped<Values extends FieldValues>(resolver: Resolver<Values>): Resolver<Values> {
  return async (values, context, options) => {
    const read = await resolver(values, context, options);
    const fields = Object.values(options.fields);
    const half = fields.filter(({ ref }) => (ref as HTMLInputElement).validity?.badInput);
    if (half.length === 0) return read;
    const errors = Object.fromEntries(half.map(({ name }) => [name, { type: 'half_typed', message: '' }]));
    return { values: {}, errors: { ...read.errors, ...errors } as FieldErrors<Values> };
  };
}

/** A form that asks once: while it is sent further presses do nothing, and a failure stands where it belongs. */
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
  // Values of a record that is loaded anew fill the fields in which nothing was typed.
  const form = useForm<Values>({
    resolver: refuseHalfTyped<Values>(zodResolver(schema)),
    defaultValues,
    values: defaultValues as Values,
    resetOptions: { keepDirtyValues: true },
  });
  // Read, because the form only then knows which fields those are.
  const { errors, isSubmitting, dirtyFields: _ } = form.formState;
  const [failure, setFailure] = useState<string | null>(null);
  const [checked, setChecked] = useState<ReactNode>(null);
  /** How often something was changed, because an answer about older values shows nothing. */
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
