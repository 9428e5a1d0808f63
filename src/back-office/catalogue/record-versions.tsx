import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { CatalogueRecord, RecordVersion } from '#core/model/catalogue-record.ts';
import { cents } from '#core/rules/basics/money.ts';
import { filmUploadedAt } from '#core/rules/catalogue/record-films.ts';
import { differences } from '#core/rules/catalogue/record-values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './record-versions.module.css';
import { usePathName } from './use-field-name.ts';

interface VersionsProps {
  readonly record: CatalogueRecord;
  readonly onShow: (number: number) => void;
}

/** Maximum number of changed fields listed by name; above it only their number is shown. */
const mostNamed = 5;

/** All saved versions of a record, newest first. */
export function Versions({ record, onShow }: VersionsProps) {
  const { type, slug, version } = record;
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  const name = useNames();
  const placeOf = usePathName([record.value]);
  const failureText = useFailureText();
  const [list, setList] = useState<readonly RecordVersion[]>([]);
  const [next, setNext] = useState<number | null>(null);
  const [failure, setFailure] = useState('');

  async function load(before: number | null, signal?: AbortSignal): Promise<void> {
    const loaded = await call(
      catalogueRecordEndpoints.listCatalogueVersions,
      { params: { type, slug }, query: before === null ? {} : { 'page[before]': before } },
      signal === undefined ? {} : { signal },
    );
    if (signal?.aborted === true) return;
    setFailure(loaded.ok ? '' : failureText(loaded.error));
    if (!loaded.ok) return;
    const { items, next: following } = loaded.value;
    setList((known) => (before === null ? items : [...known, ...items]));
    setNext(following);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each save makes a version
  useEffect(() => {
    const leaving = new AbortController();
    void load(null, leaving.signal);
    return () => leaving.abort();
  }, [type, slug, version]);

  const author = ({ saved_by, state }: RecordVersion) => {
    if (state === 'loaded') return t('catalogue.fromFiles');
    if (saved_by !== 'job') return saved_by ?? '';
    // A job changes a draft when a film becomes ready.
    return state === 'draft' ? '' : t('catalogue.byPlan');
  };
  return (
    <>
      <Entries
        entries={list.map((one) => ({
          key: String(one.number),
          title: `${one.number}. ${name('version', one.state)}`,
          detail: (
            <>
              {[shortMoment(one.saved_at), author(one)].filter((text) => text !== '').join(' · ')}
              <br />
              {one.fields.length > mostNamed
                ? t('catalogue.fields', { number: one.fields.length })
                : one.fields.map(placeOf).join(', ')}
            </>
          ),
          end: (
            <Button
              kind="text"
              aria-label={t('catalogue.compareVersion', { number: one.number })}
              onClick={() => onShow(one.number)}
            >
              {t('catalogue.compare')}
            </Button>
          ),
        }))}
      />
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      {next !== null && (
        <Button kind="outline" onClick={() => void load(next)}>
          {t('catalogue.olderVersions')}
        </Button>
      )}
    </>
  );
}

interface VersionDialogProps {
  readonly record: CatalogueRecord;
  /** Null if the dialog is closed. */
  readonly number: number | null;
  readonly onClose: () => void;
  /** Null without permission to edit. */
  readonly onRestore: ((number: number) => void) | null;
}

/** Differences between a version and the current record, with a button to restore the version. */
export function VersionDialog({ record, number, onClose, onRestore }: VersionDialogProps) {
  const { t } = useTranslation('backOffice');
  const { type, slug } = record;
  const failureText = useFailureText();
  const writtenOf = useValueText();
  const [then, setThen] = useState<Readonly<Record<string, unknown>> | null>(null);
  const [failure, setFailure] = useState('');
  const placeOf = usePathName(then === null ? [record.value] : [record.value, then]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once when it opens
  useEffect(() => {
    setThen(null);
    setFailure('');
    if (number === null) return undefined;
    const leaving = new AbortController();
    const params = { type, slug, number };
    void call(catalogueRecordEndpoints.getCatalogueVersion, { params }, { signal: leaving.signal }).then(
      (found) => {
        if (leaving.signal.aborted) return;
        if (found.ok) setThen(found.value.value);
        else setFailure(failureText(found.error));
      },
    );
    return () => leaving.abort();
  }, [type, slug, number]);

  const differing = then === null ? [] : differences(record.value, then);
  return (
    <Dialog
      isOpen={number !== null}
      onClose={onClose}
      title={t('catalogue.versionTitle', { number: number ?? 0 })}
    >
      <p role="status">
        {then !== null && t(differing.length === 0 ? 'catalogue.noDifference' : 'catalogue.differences')}
      </p>
      <p className={styles.failure} role="alert">
        {failure}
      </p>
      <ul className={styles.differences}>
        {differing.map(({ path, before, after }) => (
          <li key={path}>
            <h3 className={styles.place}>{placeOf(path)}</h3>
            <dl className={styles.both}>
              <dt>{t('catalogue.now')}</dt>
              <dd>{writtenOf(path, before)}</dd>
              <dt>{t('catalogue.then')}</dt>
              <dd>{writtenOf(path, after)}</dd>
            </dl>
          </li>
        ))}
      </ul>
      {onRestore !== null && number !== null && differing.length > 0 && (
        <Button onClick={() => onRestore(number)}>{t('catalogue.restore')}</Button>
      )}
    </Dialog>
  );
}

/** Returns a formatter for a single value of a record. A film is shown by its upload time. */
export function useValueText(): (path: string, value: unknown) => string {
  const { t } = useTranslation('backOffice');
  const { money, moment } = useFormats();
  return (path, value) => {
    if (value === undefined || value === null || value === '')
      return t(path.startsWith('films.') ? 'lessonFiles.notUploaded' : 'catalogue.nothing');
    const uploadedAt = path.startsWith('films.') ? filmUploadedAt(String(value)) : null;
    if (uploadedAt !== null) return t('lessonFiles.uploaded', { at: moment(uploadedAt) });
    if (typeof value === 'boolean') return t(value ? 'catalogue.yes' : 'catalogue.no');
    return path.endsWith('_cents') && typeof value === 'number' ? money(cents(value)) : String(value);
  };
}
