import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import type { FieldProps } from '#back-office/catalogue/field-props.ts';
import { asList } from '#back-office/catalogue/record-schema.ts';
import { useFieldName } from '#back-office/catalogue/use-field-name.ts';
import { call } from '#back-office/kit/call.ts';
import { ChoiceSearch } from '#back-office/kit/choices/choice-search.tsx';
import type { Choice, FindChoices } from '#back-office/kit/choices/use-choices.ts';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { SearchedField as FieldName, ListedRecord } from '#core/model/catalogue-record.ts';
import type { Locale } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';

const pageSize = '20';

/** Maximum number of titles loaded in one request. */
const maxTitles = 50;

const toChoice =
  (locale: Locale) =>
  ({ slug, title }: ListedRecord): Choice => ({ id: slug, title: title[locale] || title.de || slug });

/**
 * Selects one or several records by searching the server. The selected ones are listed below, several in their order. A
 * single selection can be replaced, but not removed.
 */
export function SearchedField({
  name,
  path,
  schema,
  value,
  isOptional,
  parts,
  field,
  onChange,
}: FieldProps & { readonly field: FieldName }) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const label = useFieldName();
  const isSingle = schema.type !== 'array';
  const chosen = (isSingle ? [value ?? ''] : asList(value)).map(String).filter((slug) => slug !== '');
  const { titleOf, learn } = useTitles(field, chosen, locale);
  const find = useCallback<FindChoices>(
    async (typed, after, signal) => {
      const query = {
        'filter[field]': field,
        'page[size]': pageSize,
        ...(typed !== '' && { 'filter[q]': typed }),
        ...(after !== null && { 'page[after]': after }),
      };
      const found = await call(catalogueRecordEndpoints.listCatalogueRecords, { query }, { signal });
      if (!found.ok) return found;
      const { items, next } = found.value;
      return { ...found, value: { items: items.map(toChoice(locale)), next } };
    },
    [field, locale],
  );
  const [announcement, announce] = useState('');
  const props = {
    id: `field-${path}`,
    label: label(name),
    error: parts.faultAt(path),
    chosen,
    find,
    onChoose: (choice: Choice) => {
      learn([choice]);
      announce(t('catalogue.chosen', { title: choice.title }));
      onChange(isSingle ? choice.id : [...chosen, choice.id]);
    },
  };
  const status = <VisuallyHidden role="status">{announcement}</VisuallyHidden>;
  if (isSingle) {
    const [slug] = chosen;
    const title = slug === undefined ? t('catalogue.nothing') : titleOf(slug);
    return (
      <div>
        <ChoiceSearch {...props} isSingle hint={t('catalogue.chosen', { title })} />
        {status}
      </div>
    );
  }
  return (
    <div>
      <ChoiceSearch {...props} isOptional={isOptional} />
      {status}
      <Entries
        entries={chosen.map((slug) => ({
          key: slug,
          title: titleOf(slug),
          end: (
            <Button
              kind="text"
              aria-label={t('catalogue.remove', { title: titleOf(slug) })}
              onClick={() => onChange(chosen.filter((one) => one !== slug))}
            >
              {t('coupons.remove')}
            </Button>
          ),
        }))}
      />
    </div>
  );
}

/** Loads the titles of the selected records. A record that the shop does not show is named by its slug. */
function useTitles(field: FieldName, chosen: readonly string[], locale: Locale) {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const asked = useRef(new Set<string>());
  const learn = useCallback(
    (choices: readonly Choice[]) =>
      setTitles((known) => new Map([...known, ...choices.map(({ id, title }) => [id, title] as const)])),
    [],
  );
  const missing = chosen
    .filter((slug) => !titles.has(slug) && !asked.current.has(slug))
    .slice(0, maxTitles)
    .join(',');
  useEffect(() => {
    if (missing === '') return;
    const slugs = missing.split(',');
    for (const slug of slugs) asked.current.add(slug);
    const query = { 'filter[field]': field, 'filter[slug]': missing, 'page[size]': String(maxTitles) };
    void call(catalogueRecordEndpoints.listCatalogueRecords, { query }).then((found) => {
      if (found.ok) learn(found.value.items.map(toChoice(locale)));
    });
  }, [missing, field, locale, learn]);
  return { titleOf: (slug: string) => titles.get(slug) ?? slug, learn };
}
