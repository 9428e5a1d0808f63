import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import * as z from 'zod/mini';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { ImportLink } from '#back-office/operations/imports/import-link.tsx';
import {
  canBeHidden,
  catalogueTypes,
  groupOf,
  isSingle,
  type ListedRecord,
  type RecordGroup,
  type RecordState,
  type RecordType,
  recordSlug,
  recordStates,
  recordTypes,
  textTypes,
} from '#core/model/catalogue-record.ts';
import { cents } from '#core/rules/basics/money.ts';
import { err, failureOf, ok } from '#core/rules/basics/result.ts';
import { mayUseRecords } from '#core/rules/operations/permissions.ts';
import { Button } from '#ui/components/parts/button.tsx';

const stateTones: Readonly<Record<RecordState, Tone>> = {
  published: 'good',
  changed: 'waiting',
  draft: 'quiet',
  off_sale: 'quiet',
};

export function RecordStateTag({ state, type }: Pick<ListedRecord, 'state' | 'type'>) {
  const name = useNames();
  const isTakenOut = state === 'off_sale' && canBeHidden(type);
  return <Tag tone={stateTones[state]}>{name('record', isTakenOut ? 'taken_out' : state)}</Tag>;
}

function recordPath({ type, slug }: Pick<ListedRecord, 'type' | 'slug'>): string {
  return `/${groupOf(type)}/${type}/${slug}`;
}

/** Returns a record's title in the current language, or else another name for it. */
export function useRecordTitle(): (record: Pick<ListedRecord, 'title' | 'type' | 'slug'>) => string {
  const name = useNames();
  const { locale } = useFormats();
  return ({ title, type, slug }) =>
    isSingle(type) ? name('recordType', type) : title[locale] || title.de || title.en || slug;
}

function RecordTitle({ record }: { readonly record: ListedRecord }) {
  return useRecordTitle()(record);
}

function TypeName({ type }: Pick<ListedRecord, 'type'>) {
  const name = useNames();
  return name('recordType', type);
}

function typeFilter(
  types: readonly RecordType[],
): NonNullable<ListDescription<ListedRecord>['filters']>[number] {
  return {
    kind: 'choice',
    name: 'type',
    label: 'catalogue.type',
    options: types.map((value) => ({ value, label: `names.recordType.${value}` as const })),
  };
}

const stateFilter: ReturnType<typeof typeFilter> = {
  kind: 'choice',
  name: 'state',
  label: 'catalogue.state',
  options: recordStates.map((value) => ({ value, label: `names.record.${value}` as const })),
};

const records: ListDescription<ListedRecord> = {
  title: 'places.catalogue',
  searchLabel: 'catalogue.search',
  empty: 'catalogue.empty',
  filters: [typeFilter(catalogueTypes), stateFilter],
  columns: [
    {
      label: 'catalogue.title',
      place: 'title',
      cell: (record) => <RecordTitle record={record} />,
    },
    { label: 'catalogue.type', place: 'main', cell: ({ type }) => <TypeName type={type} /> },
    { label: 'catalogue.state', place: 'meta', cell: (record) => <RecordStateTag {...record} /> },
    { label: 'catalogue.stock', place: 'meta', isNamed: true, cell: ({ product }) => product?.stock ?? '' },
    {
      label: 'catalogue.changed',
      place: 'meta',
      cell: ({ changed_at }, { shortMoment }) => shortMoment(changed_at),
    },
    {
      label: 'catalogue.price',
      place: 'amount',
      cell: ({ product }, { money }) => (product === null ? '' : money(cents(product.price_cents))),
    },
  ],
  keyOf: ({ id }) => id,
  actions: () => (
    <>
      <ImportLink to="/catalogue/import" permission="catalogue.change" text="catalogue.import" />
      <NewRecord types={newCatalogueTypes} />
    </>
  ),
  pathOf: recordPath,
  find: (query, signal) => findRecords('catalogue', query, signal),
};

const texts: ListDescription<ListedRecord> = {
  ...records,
  title: 'places.texts',
  searchLabel: 'catalogue.searchTexts',
  empty: 'catalogue.emptyTexts',
  filters: [typeFilter(textTypes), stateFilter],
  columns: records.columns.filter(({ label }) => label !== 'catalogue.stock' && label !== 'catalogue.price'),
  actions: () => <NewRecord types={newTextTypes} />,
  find: (query, signal) => findRecords('texts', query, signal),
};

function findRecords(
  group: RecordGroup,
  query: Parameters<typeof records.find>[0],
  signal: Parameters<typeof records.find>[1],
) {
  return call(
    catalogueRecordEndpoints.listCatalogueRecords,
    { query: { ...query, 'filter[group]': group } },
    { signal },
  );
}

export const catalogueLoader = listLoader(records);

export const textsLoader = listLoader(texts);

const newCatalogueTypes = catalogueTypes.filter((type) => type !== 'categories');

/** Types of which new records can be created. All others exist only once. */
const newTextTypes = ['post', 'popup', 'campaign', 'giveaway'] as const satisfies readonly RecordType[];

const newRecord = z.object({ type: z.enum(recordTypes), slug: recordSlug });

/** Products, bundle offers, masters and categories. */
export function CataloguePage() {
  return <ListPage list={records} />;
}

/** Texts of pages: those that exist once, such as the announcement bar, popups, campaigns, posts and legal pages. */
export function TextsPage() {
  const { permissions } = useOperator();
  const types = textTypes.filter((type) => mayUseRecords(type, permissions));
  return <ListPage list={{ ...texts, filters: [typeFilter(types), stateFilter] }} />;
}

/** Button that asks for the type and slug of a new record. The record is created when it is first saved. */
export function NewRecord({ types }: { readonly types: readonly RecordType[] }) {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const navigate = useNavigate();
  const { permissions } = useOperator();
  const [isOpen, setOpen] = useState(false);
  const form: FormDescription<z.output<typeof newRecord>, z.output<typeof newRecord>> = {
    schema: newRecord,
    fields: [
      {
        name: 'type',
        label: 'catalogue.type',
        kind: 'choice',
        options: types.map((value) => ({ value, text: name('recordType', value) })),
      },
      { name: 'slug', label: 'catalogue.slug', hint: 'catalogue.slugHint', kind: 'text' },
    ],
    submitLabel: 'catalogue.create',
    defaultValues: { type: types[0] ?? 'course', slug: '' },
    send: async (values) => {
      const found = await call(catalogueRecordEndpoints.getCatalogueRecord, { params: values });
      if (found.ok) return err({ ...failureOf('NAME_TAKEN'), fields: { slug: t('catalogue.slugTaken') } });
      return found.error.code === 'NOT_FOUND' ? ok(values) : found;
    },
  };
  if (!permissions.includes('catalogue.change')) return null;
  return (
    <>
      <Button kind="outline" onClick={() => setOpen(true)}>
        {t('catalogue.new')}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('catalogue.new')}>
        <RecordForm
          form={form}
          onDone={(record) => navigate(recordPath(record))}
          onCancel={() => setOpen(false)}
        />
      </Dialog>
    </>
  );
}
