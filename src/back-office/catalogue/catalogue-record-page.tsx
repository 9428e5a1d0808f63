import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { Entries, RecordPage } from '#back-office/kit/records/record-page.tsx';
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
import { pictureShapeOf } from '#core/rules/catalogue/picture-cut.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { RecordStateTag, useRecordTitle } from './catalogue-page.tsx';
import type { FormParts } from './field-props.ts';
import { LegalVersions } from './legal-versions.tsx';
import { PictureField } from './picture-field.tsx';
import { RecordFacts } from './record-facts.tsx';
import styles from './record-fields.module.css';
import { RecordFields } from './record-fields.tsx';
import { PlanDialog, Plans } from './record-plans.tsx';
import { asFields, emptyOf, type FieldSchema } from './record-schema.ts';
import { VersionDialog, Versions } from './record-versions.tsx';
import { useFieldName, usePlaceName } from './use-field-name.ts';
import { useRecordActions } from './use-record-actions.ts';
import type { Story } from './use-written-record.ts';

interface Loaded {
  readonly record: CatalogueRecord;
  readonly schema: FieldSchema;
  readonly options: FormParts['options'];
}

/** A record, or an empty one under an address that has none yet. */
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
    return { record: unwrapOrThrow(found), schema, options: form.options };
  const value = asFields(emptyOf(schema));
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
  return { record, schema, options: form.options };
}

/** One record: its fields in both languages side by side, saved as a draft or published. */
export function CatalogueRecordPage() {
  const loaded = useLoaderData<Loaded>();
  return <RecordEditor key={loaded.record.id} {...loaded} />;
}

function RecordEditor({ record: first, schema, options }: Loaded) {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const titleOf = useRecordTitle();
  const { permissions } = useOperator();
  const [isPlanning, setPlanning] = useState(false);
  const [compared, setCompared] = useState<number | null>(null);
  const { record, setRecord, written, faults, running, notice, ...actions } = useRecordActions(first, schema);
  const { type, product, published } = record;
  const group = groupOf(type);
  // Posts are in German only.
  const isGerman = type === 'post';
  const canChange = permissions.includes('catalogue.change');
  const hasDraft = published !== null && differingFields(record.value, published).length > 0;
  const priceNote = usePriceNote(record);
  const faultText = (fault: RecordFault) =>
    t(`catalogue.faults.${fault.code}`, { limit: fault.limit ?? 0, words: fault.words ?? '' });
  const byPath = useMemo(() => new Map(faults.map((fault) => [fault.path, fault])), [faults]);
  const parts: FormParts = {
    options,
    faultAt: (path) => {
      const fault = byPath.get(path);
      return fault === undefined ? undefined : faultText(fault);
    },
    own: {
      picture: (props) => (
        <PictureField
          {...props}
          shape={pictureShapeOf(type)}
          alt={isGerman ? { de: written.value.picture_alt, en: '' } : written.value.picture_alt}
          onAlt={(alt) => written.change('picture_alt', isGerman ? asFields(alt).de : alt)}
        />
      ),
    },
    notes: notesOf(type, t, priceNote),
  };

  return (
    <RecordPage
      title={titleOf(record)}
      back={{ to: `/${group}`, label: `places.${group}` }}
      tags={
        <>
          <RecordStateTag {...record} />
          <span>{name('recordType', type)}</span>
        </>
      }
      actions={
        canChange && (
          <>
            <Button kind="outline" isLoading={running === 'save'} onClick={() => actions.save(false)}>
              {t('catalogue.save')}
            </Button>
            {type !== 'legal' && (
              <Button kind="outline" onClick={() => setPlanning(true)}>
                {t('catalogue.plan')}
              </Button>
            )}
            <Button isLoading={running === 'publish'} onClick={() => actions.save(true)}>
              {t('catalogue.publish')}
            </Button>
          </>
        )
      }
      main={[
        {
          title: 'catalogue.content',
          content: (
            <div className={styles.fields}>
              {notice}
              <PlanDialog
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
              <WrittenStory story={written.story} onDiscard={() => written.follow(record)} />
              <FaultList faults={faults} text={faultText} />
              <RecordFields
                schema={schema}
                value={written.value}
                path=""
                parts={parts}
                without={product === null ? [] : ['stock']}
                onChange={written.change}
              />
            </div>
          ),
        },
      ]}
      side={[
        {
          title: 'catalogue.inShop',
          content: (
            <RecordFacts
              record={record}
              canChange={canChange}
              onStock={(stock) => product && setRecord({ ...record, product: { ...product, stock } })}
              onDiscard={hasDraft ? actions.discard : null}
              onSell={actions.sell}
              onPreview={(locale) => actions.preview(locale, canChange)}
            />
          ),
        },
        {
          title: 'catalogue.plans',
          isShown: record.plans.length > 0,
          content: (
            <Plans plans={record.plans} onShow={setCompared} onCallOff={canChange ? actions.callOff : null} />
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

/** What is said below fields, by their name. */
function notesOf(
  type: RecordType,
  t: ReturnType<typeof useTranslation<'backOffice'>>['t'],
  price: string | undefined,
): FormParts['notes'] {
  switch (type) {
    case 'announcement':
      return { text: t('catalogue.html'), from: t('catalogue.noLimit'), until: t('catalogue.noLimit') };
    case 'popup':
      return { text: t('catalogue.html'), paths: t('catalogue.paths') };
    case 'campaign':
      return { promises: t('catalogue.promises'), coupon: t('catalogue.coupon') };
    case 'bundle':
      return { price_cents: t('catalogue.bundlePrice') };
    case 'legal':
      return { version: t('catalogue.firstDay') };
    default:
      return { price_cents: price, monthly_price_cents: price, id: t('catalogue.lessonId') };
  }
}

/** What the law asks for beside a reduced price: the lowest of the last 30 days. */
function usePriceNote({ prices }: CatalogueRecord): string | undefined {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const asked = prices.flatMap(({ price_cents }) => (price_cents === null ? [] : [price_cents]));
  const [now] = asked;
  if (now === undefined) return undefined;
  return t('catalogue.priceNote', { now: money(cents(now)), lowest: money(cents(Math.min(...asked))) });
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

interface StoryProps {
  readonly story: Story;
  readonly onDiscard: () => void;
}

/** Where what is shown comes from, when it is not simply the record. */
function WrittenStory({ story, onDiscard }: StoryProps) {
  const { t } = useTranslation('backOffice');
  const label = useFieldName();
  if (story.kind === 'none') return null;
  return (
    <div className={styles.note} role="status">
      <p>{t(`catalogue.story.${story.kind}`)}</p>
      {story.contested.length > 0 && (
        <p>{t('catalogue.contested', { fields: story.contested.map(label).join(', ') })}</p>
      )}
      <Button kind="text" onClick={onDiscard}>
        {t('catalogue.discardOwn')}
      </Button>
    </div>
  );
}

interface FaultListProps {
  readonly faults: readonly RecordFault[];
  readonly text: (fault: RecordFault) => string;
}

/** All that stands in the way of publishing, with the way to each field. */
function FaultList({ faults, text }: FaultListProps) {
  const placeOf = usePlaceName();
  if (faults.length === 0) return null;

  function show(path: string): void {
    const field = document.getElementById(`field-${path}`);
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
