import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLoaderData } from 'react-router';
import { mailTextEndpoints } from '#api/mail/mail-text-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { ApiLink } from '#back-office/kit/files/api-link.tsx';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { UnsavedInputNotice } from '#back-office/kit/records/unsaved-input-notice.tsx';
import { useUnsavedInput } from '#back-office/kit/records/use-unsaved-input.ts';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import type { EditedMailTexts, MailTextChanges, MailTextFault, WrittenMail } from '#core/model/mail-text.ts';
import { type Locale, locales } from '#core/model/values.ts';
import type { Fields } from '#core/rules/catalogue/record-values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextArea } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './mail-text-page.module.css';
import { changesOf, isStored, textPath, toFormValues } from './mail-text-values.ts';
import { useMailName } from './mail-texts-page.tsx';
import { useTextName } from './use-text-name.ts';

export const mailTextLoader = recordLoader(mailTextEndpoints.getMailTexts);

/** Editor of a mail's texts, with both languages side by side. */
export function MailTextPage() {
  const loaded = useLoaderData<EditedMailTexts>();
  return <MailTextForm key={loaded.id} loaded={loaded} />;
}

/** Texts to put into the form, and the message shown afterwards. */
interface Taken {
  readonly changes: MailTextChanges;
  readonly message: string;
}

function MailTextForm({ loaded }: { readonly loaded: EditedMailTexts }) {
  const { t } = useTranslation('backOffice');
  const mail = loaded.id as WrittenMail;
  const textName = useTextName(mail);
  const mailName = useMailName();
  const { permissions } = useOperator();
  const { run, running, notice, showOutcome } = useAction();
  const [edited, setEdited] = useState(loaded);
  const written = useUnsavedInput(`mail_texts.${loaded.id}`, toFormValues(loaded, loaded.changes));
  const [faults, setFaults] = useState<readonly MailTextFault[]>(loaded.faults);
  /** Texts that wait for confirmation, because the current ones exist nowhere else. */
  const [waiting, setWaiting] = useState<Taken | null>(null);
  const { lines } = edited;
  const canChange = permissions.includes('catalogue.change');
  const params = { mail };

  const save = (publishes: boolean) =>
    run(
      publishes ? 'publish' : 'save',
      async () => {
        const { version, value } = written;
        const saved = await call(mailTextEndpoints.saveMailTexts, {
          params,
          body: { version, changes: changesOf(edited, value), publishes },
        });
        if (saved.ok) {
          const { item, faults: found } = saved.value;
          setFaults(found);
          if (found.length > 0) return saved;
          setEdited(item);
          written.settle(toFormValues(item, item.changes), value);
        } else if (saved.error.code === 'RECORD_CHANGED') {
          const latest = await call(mailTextEndpoints.getMailTexts, { params });
          if (latest.ok) {
            setEdited(latest.value);
            written.rebase(toFormValues(latest.value, latest.value.changes));
          }
        }
        return saved;
      },
      ({ faults: found }) => {
        if (found.length > 0) return { refused: t('mailTexts.isFaulty') };
        return t(publishes ? 'mailTexts.isPublished' : 'mailTexts.isSaved');
      },
    );

  /** Puts texts into the form without saving them. */
  function take({ changes, message }: Taken): void {
    const { value } = toFormValues(edited, changes);
    for (const [place, text] of Object.entries(value)) written.change(place, text);
    setWaiting(null);
    showOutcome(message);
  }

  /** Puts texts into the form; asks first if the current ones exist nowhere else. */
  function want(wanted: Taken): void {
    if (isStored(edited, written.value)) take(wanted);
    else setWaiting(wanted);
  }

  const sendTrial = (locale: Locale) =>
    run(
      `try-${locale}`,
      () => call(mailTextEndpoints.tryMail, { params, body: { locale } }),
      () => t('mailTexts.isSent'),
    );

  useOfferedSaves(canChange, save);

  return (
    <>
      <PageHead title={mailName(mail)} back={{ to: '/mail-texts', label: t('places.mailTexts') }} />
      <div className={styles.page}>
        <p className={styles.intro}>{t('mailTexts.intro')}</p>
        <UnsavedInputNotice
          origin={written.origin}
          nameOf={(place) => textName(place.slice(place.indexOf('.') + 1))}
          onDiscard={() => written.follow(toFormValues(edited, edited.changes))}
        />
        {notice}
        <Dialog isOpen={waiting !== null} onClose={() => setWaiting(null)} title={t('mailTexts.replace')}>
          <p>{t('mailTexts.replaceText')}</p>
          <Button onClick={() => waiting && take(waiting)}>{t('mailTexts.replace')}</Button>
        </Dialog>
        <fieldset className={styles.lines} disabled={!canChange}>
          {lines.map((line) => (
            <Line
              key={line.key}
              line={line}
              name={textName(line.key)}
              value={written.value}
              faults={faults}
              onWrite={written.change}
            />
          ))}
        </fieldset>
        {canChange && (
          <div className={styles.actions}>
            <Button kind="outline" isLoading={running === 'save'} onClick={() => void save(false)}>
              {t('mailTexts.save')}
            </Button>
            <Button isLoading={running === 'publish'} onClick={() => void save(true)}>
              {t('mailTexts.publish')}
            </Button>
            <Button
              kind="text"
              onClick={() => want({ changes: { de: {}, en: {} }, message: t('mailTexts.isReset') })}
            >
              {t('mailTexts.reset')}
            </Button>
          </div>
        )}
        <section className={styles.lines} aria-label={t('mailTexts.look')}>
          <h2 className={styles.title}>{t('mailTexts.look')}</h2>
          <p className={styles.intro}>{t('mailTexts.lookText')}</p>
          <div className={styles.actions}>
            {locales.map((locale) => (
              <ApiLink key={locale} path={`/api/operator/mail_texts/${mail}/preview?locale=${locale}`}>
                {t('mailTexts.preview', { language: t(`languages.${locale}`) })}
              </ApiLink>
            ))}
            {canChange &&
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
        <Versions
          versions={edited.versions}
          onTake={canChange ? (changes) => want({ changes, message: t('mailTexts.isTaken') }) : null}
        />
      </div>
    </>
  );
}

/** Offers saving and publishing in the palette. */
function useOfferedSaves(canChange: boolean, save: (publishes: boolean) => Promise<void>): void {
  const { t } = useTranslation('backOffice');
  const offered = [
    { name: t('mailTexts.save'), run: () => void save(false) },
    { name: t('mailTexts.publish'), run: () => void save(true) },
  ];
  useOfferedActions(canChange ? offered : []);
}

interface VersionsProps extends Pick<EditedMailTexts, 'versions'> {
  /** Null without permission to edit. */
  readonly onTake: ((changes: MailTextChanges) => void) | null;
}

/** List of saved versions, newest first, each with a button to put it into the form. */
function Versions({ versions, onTake }: VersionsProps) {
  const { t } = useTranslation('backOffice');
  const { shortMoment } = useFormats();
  if (versions.length === 0) return null;
  return (
    <section className={styles.lines} aria-label={t('mailTexts.versions')}>
      <h2 className={styles.title}>{t('mailTexts.versions')}</h2>
      <Entries
        entries={versions.map((one) => ({
          key: String(one.number),
          title: `${one.number} · ${t(one.is_published ? 'mailTexts.published' : 'mailTexts.draft')}`,
          detail: [shortMoment(one.saved_at), one.saved_by ?? ''].filter((part) => part !== '').join(' · '),
          end:
            onTake !== null ? (
              <Button kind="text" onClick={() => onTake(one.changes)}>
                {t('mailTexts.take', { number: one.number })}
              </Button>
            ) : undefined,
        }))}
      />
    </section>
  );
}

interface LineProps {
  readonly line: EditedMailTexts['lines'][number];
  readonly name: string;
  /** Current form values of all texts. */
  readonly value: Fields;
  readonly faults: readonly MailTextFault[];
  readonly onWrite: (place: string, text: string) => void;
}

/** Fields of one text in both languages, with the placeholders it must contain. */
function Line({ line: { key, placeholders, file }, name, value, faults, onWrite }: LineProps) {
  const { t } = useTranslation('backOffice');
  const wanted = placeholders.map((one) => `{{${one}}}`).join(' ');
  return (
    <div className={styles.line}>
      {locales.map((locale) => {
        const text = String(value[textPath(locale, key)]);
        const own = faults.filter((fault) => fault.locale === locale && fault.key === key);
        const isFile = text === file[locale];
        return (
          <TextArea
            key={locale}
            lang={locale}
            label={`${name} (${t(`languages.${locale}`)})`}
            labelEnd={isFile ? undefined : t('mailTexts.isOther')}
            hint={wanted === '' ? undefined : t('mailTexts.placeholders', { names: wanted })}
            error={
              own.length === 0
                ? undefined
                : own
                    .map(({ code, name: about }) => t(`mailTexts.faults.${code}`, { name: about ?? '' }))
                    .join(' ')
            }
            rows={Math.min(8, Math.ceil(Math.max(text.length, file[locale].length) / 60))}
            value={text}
            onChange={({ target }) => onWrite(textPath(locale, key), target.value)}
          />
        );
      })}
    </div>
  );
}
