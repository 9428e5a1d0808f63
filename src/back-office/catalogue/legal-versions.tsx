import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { type CallOptions, call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { LegalVersion } from '#core/model/catalogue-record.ts';
import { type Localized, locales } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './record-versions.module.css';

interface LegalVersionsProps {
  readonly slug: string;
  /** The first day of the version that the shop shows. */
  readonly published: string;
}

interface ReadVersion extends LegalVersion {
  readonly html: Localized<string>;
}

/** All versions of a legal page that were ever published, readable in both languages. */
export function LegalVersions({ slug, published }: LegalVersionsProps) {
  const { t } = useTranslation('backOffice');
  const { day, shortMoment } = useFormats();
  const failureText = useFailureText();
  const [list, setList] = useState<readonly LegalVersion[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [read, setRead] = useState<ReadVersion | null>(null);
  const [failure, setFailure] = useState('');

  async function load(before: string | null, options: CallOptions = {}): Promise<void> {
    const query = before === null ? {} : { 'page[before]': before };
    const loaded = await call(
      catalogueRecordEndpoints.listLegalVersions,
      { params: { slug }, query },
      options,
    );
    if (options.signal?.aborted === true) return;
    setFailure(loaded.ok ? '' : failureText(loaded.error));
    if (!loaded.ok) return;
    const { items, next: following } = loaded.value;
    setList((known) => (before === null ? items : [...known, ...items]));
    setNext(following);
  }

  async function show(version: string): Promise<void> {
    const found = await call(catalogueRecordEndpoints.getLegalVersion, { params: { slug, version } });
    setFailure(found.ok ? '' : failureText(found.error));
    if (found.ok) setRead(found.value);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: each publication makes a version
  useEffect(() => {
    const leaving = new AbortController();
    void load(null, { signal: leaving.signal });
    return () => leaving.abort();
  }, [slug, published]);

  return (
    <>
      <Entries
        entries={list.map(({ version, first_shown_at }) => ({
          key: version,
          title: day(version),
          detail: t('catalogue.shownSince', { at: shortMoment(first_shown_at) }),
          end: (
            <Button
              kind="text"
              aria-label={t('catalogue.readVersion', { version: day(version) })}
              onClick={() => void show(version)}
            >
              {t('catalogue.readIt')}
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
      <Dialog
        isOpen={read !== null}
        onClose={() => setRead(null)}
        title={read === null ? '' : t('catalogue.readVersion', { version: day(read.version) })}
      >
        {locales.map((locale) => (
          <article key={locale} lang={locale} className={styles.legal}>
            <h3>{read?.title[locale]}</h3>
            {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised by the server */}
            <div dangerouslySetInnerHTML={{ __html: read?.html[locale] ?? '' }} />
          </article>
        ))}
      </Dialog>
    </>
  );
}
