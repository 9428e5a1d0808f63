import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readEuros, writeEuros } from '#back-office/kit/typed-euros.ts';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { Locale } from '#core/model/values.ts';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { Select, TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { SearchedField } from './choices/searched-field.tsx';
import type { FieldProps, Options } from './field-props.ts';
import styles from './record-fields.module.css';
import {
  asFields,
  asList,
  emptyValueOf,
  type FieldSchema,
  isLocalized,
  isMarkdown,
} from './record-schema.ts';
import { RepeatedFields } from './repeated-fields.tsx';
import { useFieldName } from './use-field-name.ts';

/** Renders the field that a schema describes, with all nested fields. */
function RecordField(props: FieldProps) {
  const { name, schema, parts } = props;
  const nameOf = useNames();
  const own = parts.own?.[name];
  if (own !== undefined) return own(props);
  if (isLocalized(schema)) return <LocalizedField {...props} />;
  if (schema.oneOf !== undefined) return <AlternativeField {...props} alternatives={schema.oneOf} />;
  const searched = parts.searchedFieldOf(name);
  if (searched !== null) return <SearchedField {...props} field={searched} />;
  if (schema.type === 'array') {
    const choices = schema.items?.enum?.map((value) => ({ value, text: nameOf('value', value) }));
    if (choices !== undefined) return <SeveralField {...props} choices={choices} />;
    return <RepeatedFields {...props} item={schema.items ?? {}} renderEntry={renderEntry} />;
  }
  if (schema.type === 'object') return <GroupField {...props} />;
  return <PlainField {...props} />;
}

/** Renders an entry of a list: the fields of an object, or a single field. */
function renderEntry(props: FieldProps) {
  const { schema, value, path, parts, onChange } = props;
  if (schema.type !== 'object') return <RecordField {...props} />;
  return (
    <RecordFields
      schema={schema}
      value={value}
      path={path}
      parts={parts}
      onChange={(field, next) => onChange({ ...asFields(value), [field]: next })}
    />
  );
}

/** Renders all fields of an object. */
export function RecordFields({
  schema,
  value,
  path,
  parts,
  without = [],
  onChange,
}: Pick<FieldProps, 'schema' | 'value' | 'path' | 'parts'> & {
  readonly without?: readonly string[];
  readonly onChange: (name: string, field: unknown) => void;
}) {
  const fields = asFields(value);
  return Object.entries(schema.properties ?? {})
    .filter(([name, field]) => !without.includes(name) && field.const === undefined)
    .map(([name, field]) => (
      <RecordField
        key={name}
        name={name}
        path={path === '' ? name : `${path}.${name}`}
        schema={field}
        value={fields[name]}
        isOptional={schema.required?.includes(name) !== true && field.default === undefined}
        parts={parts}
        onChange={(next) => onChange(name, next)}
      />
    ));
}

function GroupField({ name, path, schema, value, parts, onChange }: FieldProps) {
  const label = useFieldName();
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label(name)}</legend>
      <RecordFields
        schema={schema}
        value={value}
        path={path}
        parts={parts}
        onChange={(field, next) => onChange({ ...asFields(value), [field]: next })}
      />
    </fieldset>
  );
}

const multilineTexts = ['lead', 'summary', 'answer', 'motto', 'description', 'material', 'text'];

/** Height of a Markdown field in lines. */
const markdownRows = 24;

/** Shows German and English side by side. In a list of texts each line is one entry. */
function LocalizedField({ name, path, schema, value, isOptional, parts, onChange }: FieldProps) {
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const texts = asFields(value);
  const half = (locale: Locale) => {
    const isList = schema.properties?.[locale]?.type === 'array';
    const own = texts[locale];
    const write = (text: string) => onChange({ ...texts, [locale]: isList ? text.split('\n') : text });
    const props = {
      id: `field-${path}.${locale}`,
      label: `${label(name)} (${t(`languages.${locale}`)})`,
      lang: locale,
      isOptional,
      value: isList ? asList(own).map(String).join('\n') : String(own ?? ''),
      hint: parts.notes[name],
      error: parts.faultAt(`${path}.${locale}`),
      onChange: ({ target }: { readonly target: { readonly value: string } }) => write(target.value),
    };
    if (isMarkdown(schema.properties?.[locale] ?? {}))
      return <TextArea {...props} rows={markdownRows} hint={t('catalogue.markdown')} />;
    const isLong = multilineTexts.includes(name) && schema.properties?.[locale] !== undefined;
    if (isList)
      return (
        <TextArea {...props} rows={7} hint={[props.hint, t('catalogue.lines')].filter(Boolean).join(' ')} />
      );
    return isLong ? <TextArea {...props} rows={5} /> : <TextField {...props} />;
  };
  const fault = parts.faultAt(path);
  return (
    <div className={styles.pair}>
      {half('de')}
      {half('en')}
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

function PlainField({ name, path, schema, value, isOptional, parts, onChange }: FieldProps) {
  const { t } = useTranslation('backOffice');
  const nameOf = useNames();
  const label = useFieldName();
  const props = {
    id: `field-${path}`,
    label: label(name),
    isOptional,
    hint: parts.notes[name],
    error: parts.faultAt(path),
  };
  if (schema.type === 'boolean') {
    return (
      <Checkbox
        id={props.id}
        error={props.error}
        checked={value === true}
        onChange={({ target }) => onChange(target.checked)}
      >
        {props.label}
      </Checkbox>
    );
  }
  if (name.endsWith('_cents')) return <MoneyField {...props} cents={value} onChange={onChange} />;
  if (schema.type === 'integer') {
    return (
      <ReadField
        {...props}
        type="number"
        inputMode="numeric"
        value={typeof value === 'number' ? value : ''}
        onRead={(typed) => onChange(typed === '' ? undefined : Number(typed))}
      />
    );
  }
  const choices =
    parts.options[name] ?? schema.enum?.map((one) => ({ value: one, text: nameOf('value', one) }));
  const text = String(value ?? '');
  const write = ({ target }: { readonly target: { readonly value: string } }) => onChange(target.value);
  if (isMarkdown(schema)) {
    const hint = t('catalogue.markdown');
    return <TextArea {...props} hint={hint} rows={markdownRows} value={text} onChange={write} />;
  }
  if (choices === undefined) {
    if (schema.format === 'date') return <ReadField {...props} type="date" value={text} onRead={onChange} />;
    if (multilineTexts.includes(name)) return <TextArea {...props} rows={4} value={text} onChange={write} />;
    return <TextField {...props} value={text} onChange={write} />;
  }
  return (
    <Select {...props} value={text} onChange={write}>
      <option value="">{t('catalogue.choose')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.text}
        </option>
      ))}
    </Select>
  );
}

/**
 * Field for a number or a day. For an invalid one, such as 31 November, browsers report an empty value: the field shows
 * an error and keeps its last valid value until the input is valid again.
 */
function ReadField({
  value,
  onRead,
  ...props
}: { readonly value: string | number; readonly onRead: (typed: string) => void } & Pick<
  Parameters<typeof TextField>[0],
  'id' | 'label' | 'hint' | 'error' | 'isOptional' | 'type' | 'inputMode'
>) {
  const { t } = useTranslation('backOffice');
  const [isHalf, setHalf] = useState(false);
  const read = ({ target }: { readonly target: HTMLInputElement }) => {
    const isNowHalf = target.validity.badInput;
    setHalf(isNowHalf);
    if (!isNowHalf && (isHalf || target.value !== String(value))) onRead(target.value);
  };
  return (
    <TextField
      {...props}
      error={isHalf ? t('form.check') : props.error}
      value={isHalf ? '' : value}
      onChange={read}
      onBlur={read}
    />
  );
}

/** Returns cents; undefined for an invalid amount, as in records without one. */
const amountOf = (typed: string) => readEuros(typed) ?? undefined;

/** Field for an amount: edits cents as euros. Keeps an invalid input and shows an error once the field loses focus. */
function MoneyField({
  cents,
  onChange,
  ...props
}: { readonly cents: unknown; readonly onChange: (cents: unknown) => void } & Pick<
  Parameters<typeof TextField>[0],
  'id' | 'label' | 'hint' | 'error' | 'isOptional'
>) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const shown = typeof cents === 'number' ? writeEuros(cents, locale) : '';
  const [typed, setTyped] = useState<string | null>(null);
  const [isLeft, setLeft] = useState(false);
  // The typed text is shown until the value changes from outside, by another version or another tab.
  const own = typed !== null && amountOf(typed) === cents ? typed : null;
  const isUnread = own !== null && own.trim() !== '' && cents === undefined;
  return (
    <TextField
      {...props}
      data-unread={props.isOptional === true && isUnread ? '' : undefined}
      error={isLeft && isUnread ? t('form.check') : props.error}
      label={`${String(props.label)} (${t('catalogue.euro')})`}
      inputMode="decimal"
      value={own ?? shown}
      onChange={({ target }) => {
        setTyped(target.value);
        setLeft(false);
        onChange(amountOf(target.value));
      }}
      onBlur={() => {
        setLeft(true);
        if (cents !== undefined) setTyped(null);
      }}
    />
  );
}

/** Checkboxes for any number of a few values. */
function SeveralField({
  name,
  path,
  value,
  parts,
  choices,
  onChange,
}: FieldProps & { readonly choices: Options }) {
  const label = useFieldName();
  const chosen = asList(value);
  return (
    <fieldset className={styles.choices} id={`field-${path}`} tabIndex={-1}>
      <legend className={styles.legend}>{label(name)}</legend>
      {choices.map((choice) => (
        <Checkbox
          key={choice.value}
          checked={chosen.includes(choice.value)}
          onChange={({ target }) =>
            onChange(
              target.checked ? [...chosen, choice.value] : chosen.filter((one) => one !== choice.value),
            )
          }
        >
          {choice.text}
        </Checkbox>
      ))}
      {parts.faultAt(path) !== undefined && (
        <p className={styles.fault} role="alert">
          {parts.faultAt(path)}
        </p>
      )}
    </fieldset>
  );
}

/** Field for one of several object shapes, distinguished by `kind`. */
function AlternativeField(props: FieldProps & { readonly alternatives: readonly FieldSchema[] }) {
  const { name, path, value, isOptional, parts, alternatives, onChange } = props;
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  const kind = String(asFields(value).kind ?? '');
  const kindOf = (schema: FieldSchema) => schema.properties?.kind?.const ?? '';
  const chosen = alternatives.find((schema) => kindOf(schema) === kind);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{label(name)}</legend>
      <Select
        id={`field-${path}`}
        label={label('kind')}
        isOptional={isOptional}
        value={kind}
        error={parts.faultAt(path)}
        onChange={({ target }) => {
          const next = alternatives.find((schema) => kindOf(schema) === target.value);
          onChange(
            next === undefined ? undefined : { ...(emptyValueOf(next) as object), kind: target.value },
          );
        }}
      >
        <option value="">{t('catalogue.nothing')}</option>
        {alternatives.map((schema) => (
          <option key={kindOf(schema)} value={kindOf(schema)}>
            {label(kindOf(schema))}
          </option>
        ))}
      </Select>
      {chosen !== undefined && (
        <RecordFields
          schema={chosen}
          value={value}
          path={path}
          parts={parts}
          onChange={(field, next) => onChange({ ...asFields(value), [field]: next })}
        />
      )}
    </fieldset>
  );
}
