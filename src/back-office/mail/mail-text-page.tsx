import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { mailTextEndpoints } from '#api/mail/mail-text-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { EditedMailTexts, MailTextChanges, MailTextFault, WrittenMail } from '#core/model/mail-text.ts';
import { type Locale, locales } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextArea } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './mail-text-page.module.css';
import { useMailName } from './mail-texts-page.tsx';

const nothing: MailTextChanges = { de: {}, en: {} };

export async function mailTextLoader({ params, request }: LoaderFunctionArgs): Promise<EditedMailTexts> {
  const { mail } = params as { readonly mail: WrittenMail };
  return unwrapOrThrow(
    await call(mailTextEndpoints.getMailTexts, { params: { mail } }, { signal: request.signal }),
  );
}

/** All texts of a mail, in both languages side by side. */
export function MailTextPage() {
  const loaded = useLoaderData<EditedMailTexts>();
  return <MailTextForm key={loaded.id} loaded={loaded} />;
}

function MailTextForm({ loaded }: { readonly loaded: EditedMailTexts }) {
  const { t } = useTranslation('backOffice');
  const mailName = useMailName();
  const { shortMoment } = useFormats();
  const { permissions } = useOperator();
  const { revalidate } = useRevalidator();
  const { run, running, notice, say } = useAction();
  const [version, setVersion] = useState(loaded.version);
  const [changes, setChanges] = useState(loaded.changes);
  const [faults, setFaults] = useState<readonly MailTextFault[]>(loaded.faults);
  const { lines, versions } = loaded;
  const mail = loaded.id as WrittenMail;

  const write = (locale: Locale, key: string, text: string) =>
    setChanges((last) => ({ ...last, [locale]: { ...last[locale], [key]: text } }));

  const save = (publishes: boolean, wanted: MailTextChanges = changes) =>
    run(
      publishes ? 'publish' : 'save',
      () =>
        call(mailTextEndpoints.saveMailTexts, {
          params: { mail },
          body: { version, changes: wanted, publishes },
        }),
      ({ item, faults: found }) => {
        setFaults(found);
        if (found.length > 0) return t('mailTexts.isFaulty');
        setVersion(item.version);
        setChanges(item.changes);
        void revalidate();
        return t(publishes ? 'mailTexts.isPublished' : 'mailTexts.isSaved');
      },
    );

  const sendTrial = (locale: Locale) =>
    run(
      `try-${locale}`,
      () => call(mailTextEndpoints.tryMail, { params: { mail }, body: { locale } }),
      () => t('mailTexts.isSent'),
    );

  return (
    <>
      <PageHead title={mailName(mail)} back={{ to: '/mail-texts', label: t('places.mailTexts') }} />
      <div className={styles.page}>
        <p className={styles.intro}>{t('mailTexts.intro')}</p>
        {notice}
        <div className={styles.lines}>
          {lines.map((line) => (
            <Line key={line.key} line={line} changes={changes} faults={faults} onWrite={write} />
          ))}
        </div>
        {permissions.includes('catalogue.change') && (
          <div className={styles.actions}>
            <Button kind="outline" isLoading={running === 'save'} onClick={() => void save(false)}>
              {t('mailTexts.save')}
            </Button>
            <Button isLoading={running === 'publish'} onClick={() => void save(true)}>
              {t('mailTexts.publish')}
            </Button>
            <Button kind="text" onClick={() => void save(true, nothing)}>
              {t('mailTexts.reset')}
            </Button>
          </div>
        )}
        <section className={styles.lines} aria-label={t('mailTexts.look')}>
          <h2 className={styles.title}>{t('mailTexts.look')}</h2>
          <p className={styles.intro}>{t('mailTexts.lookText')}</p>
          <div className={styles.actions}>
            {locales.map((locale) => (
              <a
                key={locale}
                href={`/api/operator/mail_texts/${mail}/preview?locale=${locale}`}
                target="_blank"
                rel="noreferrer"
              >
                {t('mailTexts.preview', { language: t(`languages.${locale}`) })}
              </a>
            ))}
            {permissions.includes('catalogue.change') &&
              locales.map((locale) => (
                <Button
                  key={locale}
                  kind="outline"
                  isLoading={running === `try-${locale}`}
                  onClick={() => void sendTrial(locale)}
                >
                  {t('mailTexts.try', { language: t(`languages.${locale}`) })}
                </Button>
              ))}
          </div>
        </section>
        {versions.length > 0 && (
          <section className={styles.lines} aria-label={t('mailTexts.versions')}>
            <h2 className={styles.title}>{t('mailTexts.versions')}</h2>
            <Entries
              entries={versions.map((one) => ({
                key: String(one.number),
                title: `${one.number} · ${t(one.is_published ? 'mailTexts.published' : 'mailTexts.draft')}`,
                detail: [shortMoment(one.saved_at), one.saved_by ?? '']
                  .filter((part) => part !== '')
                  .join(' · '),
                end: (
                  <Button
                    kind="text"
                    onClick={() => {
                      setChanges(one.changes);
                      say(t('mailTexts.isTaken'));
                    }}
                  >
                    {t('mailTexts.take', { number: one.number })}
                  </Button>
                ),
              }))}
            />
          </section>
        )}
      </div>
    </>
  );
}

interface LineProps {
  readonly line: EditedMailTexts['lines'][number];
  readonly changes: MailTextChanges;
  readonly faults: readonly MailTextFault[];
  readonly onWrite: (locale: Locale, key: string, text: string) => void;
}

/** One text in both languages, with what it has to contain. */
function Line({ line: { key, placeholders, file }, changes, faults, onWrite }: LineProps) {
  const { t } = useTranslation('backOffice');
  const name = useNames();
  const wanted = placeholders.map((one) => `{{${one}}}`).join(' ');
  return (
    <div className={styles.line}>
      {locales.map((locale) => {
        const text = changes[locale][key] ?? file[locale];
        const own = faults.filter((fault) => fault.locale === locale && fault.key === key);
        const isFile = text === file[locale];
        return (
          <TextArea
            key={locale}
            lang={locale}
            label={`${name('mailTextKey', key)} (${t(`languages.${locale}`)})`}
            labelEnd={isFile ? undefined : t('mailTexts.isOther')}
            hint={wanted === '' ? undefined : t('mailTexts.placeholders', { names: wanted })}
            error={
              own.length === 0
                ? undefined
                : own
                    .map(({ code, name: about }) => t(`mailTexts.faults.${code}`, { name: about ?? '' }))
                    .join(' ')
            }
            rows={Math.min(8, Math.ceil(text.length / 60) + 1)}
            value={text}
            onChange={({ target }) => onWrite(locale, key, target.value)}
          />
        );
      })}
    </div>
  );
}
