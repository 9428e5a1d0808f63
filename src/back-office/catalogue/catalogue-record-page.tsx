import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { Entries, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { UnsavedInputNotice } from '#back-office/kit/records/unsaved-input-notice.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import {
  type CatalogueRecord,
  groupOf,
  type RecordFault,
  type RecordType,
} from '#core/model/catalogue-record.ts';
import { cents } from '#core/rules/basics/money.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { RecordStateTag, useRecordTitle } from './catalogue-page.tsx';
import type { FormParts } from './field-props.ts';
import { LegalVersions } from './legal-versions.tsx';
import { RecordFacts, shopPath } from './record-facts.tsx';
import styles from './record-fields.module.css';
import { RecordFields } from './record-fields.tsx';
import { PlanDialog, Plans } from './record-plans.tsx';
import { asFields, emptyValueOf, type FieldSchema, formSchema, nearestField } from './record-schema.ts';
import { VersionDialog, Versions } from './record-versions.tsx';
import { hasSearchTexts, SearchPreview, type SearchPreviewSite } from './search-preview.tsx';
import { useFieldName, usePathName } from './use-field-name.ts';
import { useFormParts } from './use-form-parts.tsx';
import { useRecordActions } from './use-record-actions.ts';

interface Loaded {
  readonly record: CatalogueRecord;
  readonly schema: FieldSchema;
  readonly options: FormParts['options'];
  readonly site: SearchPreviewSite;
}

/** Loads a record, or an empty one if none exists with this slug. */
export async function catalogueRecordLoader({ params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { type = '', slug = '' } = params;
  const key = { type: type as RecordType, slug };
  const { signal } = request;
  const [found, described] = await Promise.all([
    call(catalogueRecordEndpoints.getCatalogueRecord, { params: key }, { signal }),
    call(catalogueRecordEndpoints.getCatalogueForm, { params: { type: key.type } }, { signal }),
  ]);
  const form = unwrapOrThrow(described);
  const schema = form.schema as FieldSchema;
  if (found.ok || found.error.code !== 'NOT_FOUND')
    return { record: unwrapOrThrow(found), schema, options: form.options, site: form.site };
  const value = asFields(emptyValueOf(schema));
  const place = schema.properties?.position === undefined ? {} : { position: form.next_position };
  const record: CatalogueRecord = {
    ...key,
    id: `${type}.${slug}`,
    title: { de: slug, en: slug },
    state: 'draft',
    product: null,
    changed_at: new Date(0).toISOString(),
    version: 0,
    value: { ...value, ...place },
    published: null,
    plans: [],
    is_by_hand: true,
    prices: [],
  };
  return { record, schema, options: form.options, site: form.site };
}

/** Editor of a record: its fields in both languages side by side, saved as a draft or published. */
export function CatalogueRecordPage() {
  const loaded = useLoaderData<Loaded>();
  return <RecordEditor key={loaded.record.id} {...loaded} />;
}

function RecordEditor({ record: first, schema, options, site }: Loaded) {
  const name = useNames();
  const titleOf = useRecordTitle();
  const { permissions } = useOperator();
  const [isPlanning, setPlanning] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { record, setRecord, written, faults, running, notice, ...actions } = useRecordActions(first, schema);
  const { type, product, published } = record;
  // Posts are in German only.
  const isGerman = type === 'post';
  const path = shopPath({ ...record, published: published ?? written.value });
  const canChange = permissions.includes('catalogue.change');
  const hasDraft = published !== null && differingFields(record.value, published).length > 0;
  const fieldName = useFieldName();
  const { parts, faultText } = useFormParts({ record, written, faults, options, isGerman, canChange });
  const saves: Saves = { type, save: actions.save, plan: () => setPlanning(true) };
  useOfferedSaves(canChange, saves);

  return (
    <RecordPage
      title={titleOf(record)}
      back={{ to: `/${groupOf(type)}`, label: `places.${groupOf(type)}` }}
      tags={
        <>
          <RecordStateTag {...record} />
          <span>{name('recordType', type)}</span>
        </>
      }
      actions={canChange && <SaveButtons {...saves} running={running} />}
      main={[
        {
          title: 'catalogue.content',
          content: (
            <div className={styles.fields}>
              {notice}
              <PlanDialog
                record={record}
                isOpen={isPlanning}
                onClose={() => setPlanning(false)}
                onPlan={(at) => {
                  setPlanning(false);
                  void actions.save(true, at);
                }}
              />
              <VersionDialog
                record={record}
                number={compared}
                onClose={() => setCompared(null)}
                onRestore={
                  canChange
                    ? (number) => {
                        setCompared(null);
                        void actions.restore(number);
                      }
                    : null
                }
              />
              <UnsavedInputNotice
                origin={written.origin}
                nameOf={fieldName}
                onDiscard={() => written.follow(record)}
              />
              <FaultList record={record} faults={faults} text={faultText} />
              <fieldset className={styles.fields} disabled={!canChange}>
                <RecordFields
                  schema={formSchema(schema, written.value)}
                  value={written.value}
                  path=""
                  parts={parts}
                  without={product === null ? [] : ['stock']}
                  onChange={written.change}
                />
              </fieldset>
            </div>
          ),
        },
        {
          title: 'catalogue.searchPreview.heading',
          isShown: path !== null && hasSearchTexts(written.value),
          content: path !== null && (
            <SearchPreview
              value={written.value}
              path={path}
              site={site}
              isGermanOnly={isGerman || type === 'book'}
            />
          ),
        },
      ]}
      side={[
        {
          title: 'catalogue.inShop',
          isShown: record.version > 0,
          content: (
            <RecordFacts
              record={record}
              canChange={canChange}
              onStock={(stock) => product && setRecord({ ...record, product: { ...product, stock } })}
              onDiscard={hasDraft ? actions.discard : null}
              removal={actions.removal}
              onSell={actions.sell}
              onPreview={(locale) => actions.preview(locale, canChange)}
            />
          ),
        },
        {
          title: 'catalogue.plans',
          isShown: record.plans.length > 0,
          content: (
            <Plans record={record} onShow={setCompared} onCallOff={canChange ? actions.callOff : null} />
          ),
        },
        {
          title: 'catalogue.shownVersions',
          isShown: type === 'legal',
          content: <LegalVersions slug={record.slug} published={String(published?.version)} />,
        },
        {
          title: 'catalogue.versions',
          isShown: record.version > 0,
          content: <Versions record={record} onShow={setCompared} />,
        },
        {
          title: 'catalogue.prices',
          isShown: record.prices.length > 0,
          content: <Prices prices={record.prices} />,
        },
      ]}
    />
  );
}

/** Ways to save the form. A legal text cannot be scheduled, because its version states its first day. */
interface Saves extends Pick<CatalogueRecord, 'type'> {
  readonly save: (publishes: boolean) => unknown;
  readonly plan: () => void;
}

interface SaveButtonsProps extends Saves {
  /** Name of the running action. Null if none is running. */
  readonly running: string | null;
}

function SaveButtons({ type, running, save, plan }: SaveButtonsProps) {
  const { t } = useTranslation('backOffice');
  return (
    <>
      <Button kind="outline" isLoading={running === 'save'} onClick={() => save(false)}>
        {t('catalogue.save')}
      </Button>
      {type !== 'legal' && (
        <Button kind="outline" onClick={plan}>
          {t('catalogue.plan')}
        </Button>
      )}
      <Button isLoading={running === 'publish'} onClick={() => save(true)}>
        {t('catalogue.publish')}
      </Button>
    </>
  );
}

/** Offers the save buttons of the page header in the palette. */
function useOfferedSaves(canChange: boolean, { type, save, plan }: Saves): void {
  const { t } = useTranslation('backOffice');
  const offered = [
    { name: t('catalogue.save'), run: () => void save(false) },
    ...(type === 'legal' ? [] : [{ name: t('catalogue.plan'), run: plan }]),
    { name: t('catalogue.publish'), run: () => void save(true) },
  ];
  useOfferedActions(canChange ? offered : []);
}

function Prices({ prices }: Pick<CatalogueRecord, 'prices'>) {
  const { t } = useTranslation('backOffice');
  const { money, moment } = useFormats();
  return (
    <Entries
      entries={prices.map(({ since, price_cents }) => ({
        key: since,
        title: t('catalogue.since', { at: moment(since) }),
        end: price_cents === null ? t('catalogue.notSold') : money(cents(price_cents)),
      }))}
    />
  );
}

interface FaultListProps {
  readonly record: CatalogueRecord;
  readonly faults: readonly RecordFault[];
  readonly text: (fault: RecordFault) => string;
}

/** Faults that prevent publishing, each with a link to its field. */
function FaultList({ record, faults, text }: FaultListProps) {
  const placeOf = usePathName([record.value]);
  if (faults.length === 0) return null;

  function show(path: string): void {
    const ids = Array.from(document.querySelectorAll('[id^="field-"]'), ({ id }) => id);
    const field = document.getElementById(nearestField(path, ids) ?? '');
    for (let box = field?.closest('details'); box; box = box.parentElement?.closest('details'))
      box.open = true;
    field?.scrollIntoView({ block: 'center' });
    field?.focus();
  }

  return (
    <ul className={styles.faults}>
      {faults.map((fault) => (
        <li key={`${fault.path} ${fault.code}`}>
          <Button kind="text" onClick={() => show(fault.path)}>
            {`${fault.path === '' ? '' : `${placeOf(fault.path)}: `}${text(fault)}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
