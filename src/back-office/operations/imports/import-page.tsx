import { useId, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunction, useLoaderData } from 'react-router';
import { importEndpoints } from '#api/operations/import-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { FileButton } from '#back-office/kit/files/file-button.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import {
  type ImportPlan,
  type ImportRun,
  type ImportState,
  type ImportSubject,
  importStates,
  type PlannedImport,
} from '#core/model/shop-import.ts';
import { type Locale, locales } from '#core/model/values.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Select } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './import-page.module.css';
import { ImportProgress } from './import-progress.tsx';
import { ImportStore, isAlreadyImported } from './import-store.ts';

const calls = {
  products: { send: importEndpoints.importProducts, read: importEndpoints.getProductImport },
  customers: { send: importEndpoints.importCustomers, read: importEndpoints.getCustomerImport },
} as const;

const pollingIntervalMs = 1_000;

/** Creates the loader of the last import, no matter who started it. */
export const importLoader =
  (subject: ImportSubject): LoaderFunction =>
  async ({ request: { signal } }) =>
    unwrapOrThrow(await call(calls[subject].read, {}, { signal }));

export function ImportProductsPage() {
  const { t } = useTranslation('backOffice');
  const back = { to: '/catalogue', label: t('places.catalogue') };
  return <ImportPage subject="products" back={back} />;
}

export function ImportCustomersPage() {
  const { t } = useTranslation('backOffice');
  const back = { to: '/customers', label: t('places.customers') };
  return <ImportPage subject="customers" back={back} />;
}

interface ImportPageProps {
  readonly subject: ImportSubject;
  readonly back: { readonly to: string; readonly label: string };
}

/** Import in two steps: checks a file and shows the result of each row, then imports all rows at once. */
function ImportPage({ subject, back }: ImportPageProps) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const { run, running, notice, showOutcome } = useAction();
  const store = useImportStore(subject);
  const last = useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot);
  const isRunning = last?.state === 'running';
  const [language, setLanguage] = useState<Locale>(locale);
  const [checked, setChecked] = useState<{ readonly file: File; readonly plan: ImportPlan } | null>(null);

  const ask = (file: File, seen?: string) =>
    call(calls[subject].send, { query: { language, ...(seen !== undefined && { seen }) }, body: file });

  const show = (file: File) => (plan: ImportPlan) => {
    setChecked({ file, plan });
    const refused = plan.rows.filter(({ state }) => state === 'refused').length;
    if (refused > 0) return { refused: t('imports.isRefused', { count: refused }) };
    if (plan.is_applied) return t('imports.isApplied');
    return isAlreadyImported(plan) ? t('imports.isThere') : t('imports.isSeen');
  };

  const check = (file: File) =>
    run(
      'check',
      () => {
        // The check of an earlier file must not be applied to this one.
        setChecked(null);
        return ask(file);
      },
      show(file),
    );

  const apply = (file: File, { seen }: ImportPlan) => {
    showOutcome('');
    return run(
      'apply',
      async () => {
        const { response, latest } = await store.apply((known) => ask(file, known), seen);
        if (latest !== null) setChecked({ file, plan: latest });
        return response;
      },
      show(file),
    );
  };

  const canApply =
    checked !== null &&
    !checked.plan.is_applied &&
    checked.plan.rows.every(({ state }) => state !== 'refused') &&
    !isAlreadyImported(checked.plan);

  const busy = busyButton(running, { isRunning, canApply });

  return (
    <>
      <PageHead title={t(`imports.${subject}`)} back={back} />
      <div className={styles.page}>
        <p className={styles.intro}>{t(`imports.${subject}Text`)}</p>
        <div className={styles.choices}>
          <Select
            label={t('imports.language')}
            value={language}
            onChange={({ target }) => {
              setChecked(null);
              setLanguage(target.value as Locale);
            }}
          >
            {locales.map((one) => (
              <option key={one} value={one}>
                {t(`languages.${one}`)}
              </option>
            ))}
          </Select>
          <FileButton
            accept=".csv,.txt,text/csv"
            kind={canApply ? 'outline' : 'gold'}
            isLoading={busy === 'choose'}
            disabled={busy === 'apply'}
            onChoose={(file) => void check(file)}
          >
            {checked === null ? t('imports.choose') : t('imports.again')}
          </FileButton>
          {canApply && (
            <Button isLoading={busy === 'apply'} onClick={() => void apply(checked.file, checked.plan)}>
              {t('imports.apply')}
            </Button>
          )}
        </div>
        <ImportProgress run={last} />
        {notice}
        {subject === 'products' && checked?.plan.is_applied && (
          <p>
            <Link to="/catalogue?state=draft">{t('imports.drafts')}</Link>
          </p>
        )}
        {checked !== null && <PlannedRows file={checked.file.name} plan={checked.plan} />}
      </div>
    </>
  );
}

/**
 * Returns which of the two buttons shows a loading state. Null for none. A running import belongs to the second button
 * if that is shown, else it was started on another screen.
 */
export function busyButton(
  running: string | null,
  { isRunning, canApply }: { readonly isRunning: boolean; readonly canApply: boolean },
): 'choose' | 'apply' | null {
  if (running === 'apply' || (isRunning && canApply)) return 'apply';
  return running === 'check' || isRunning ? 'choose' : null;
}

function useImportStore(subject: ImportSubject): ImportStore {
  const last = useLoaderData<ImportRun | null>();
  const [store] = useState(
    () =>
      new ImportStore(
        {
          read: () => call(calls[subject].read),
          pause: () => new Promise((resolve) => setTimeout(resolve, pollingIntervalMs)),
        },
        last,
      ),
  );
  return store;
}

const tones: Readonly<Record<ImportState, Tone>> = {
  new: 'good',
  same: 'quiet',
  changed: 'waiting',
  refused: 'bad',
};

const sourceNames = { shopify: 'Shopify', woocommerce: 'WooCommerce' } as const;

/** Number of rows shown at first and added by each click. */
const rowsPerClick = 100;

interface PlannedRowsProps {
  /** Name of the file. */
  readonly file: string;
  readonly plan: ImportPlan;
}

/** Planned result of each row; refused rows come first. */
export function PlannedRows({ file, plan: { source, encoding, rows } }: PlannedRowsProps) {
  const { t } = useTranslation('backOffice');
  const id = useId();
  const [shown, setShown] = useState(rowsPerClick);
  const sorted = [
    ...rows.filter(({ state }) => state === 'refused'),
    ...rows.filter(({ state }) => state !== 'refused'),
  ];
  const counts = importStates
    .map((state) => ({ state, number: rows.filter((row) => row.state === state).length }))
    .filter(({ number }) => number > 0);
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t('imports.rows', { file })}
      </h2>
      {source !== null && encoding !== null && (
        <p>{t('imports.format', { source: sourceNames[source], encoding })}</p>
      )}
      <p className={styles.counts}>
        {counts.map(({ state, number }) => (
          <Tag key={state} tone={tones[state]}>
            {t('imports.count', { number, state: t(`imports.states.${state}`) })}
          </Tag>
        ))}
      </p>
      <Entries
        entries={sorted.slice(0, shown).map((row) => ({
          key: `${row.lines.join()} ${row.name}`,
          title: shownEmail(row.name) || '–',
          detail: <Fate row={row} />,
          end: <Tag tone={tones[row.state]}>{t(`imports.states.${row.state}`)}</Tag>,
        }))}
      />
      {rows.length > shown && (
        <p>
          <Button kind="outline" onClick={() => setShown(shown + rowsPerClick)}>
            {t('imports.more', { number: rows.length - shown })}
          </Button>
        </p>
      )}
    </section>
  );
}

/** One row: its lines in the file, changed fields and faults. */
function Fate({ row: { lines, fields, left_out, faults } }: { readonly row: PlannedImport }) {
  const { t } = useTranslation('backOffice');
  const nameOf = useNames();
  const places = lines.length > 3 ? `${lines[0]}–${lines.at(-1)}` : lines.join(', ');
  const details = [
    t('imports.lines', { count: lines.length, lines: places }),
    ...(fields.length === 0 ? [] : [fields.map((field) => nameOf('field', field)).join(', ')]),
    ...left_out.map((part) => t(`imports.leftOut.${part}`)),
    ...faults.map(({ line, column, code }) => {
      const cure = t(`imports.cures.${code}`);
      return column === null
        ? t('imports.place', { line, cure })
        : t('imports.placeIn', { line, column, cure });
    }),
  ];
  return details.map((text) => <p key={text}>{text}</p>);
}
