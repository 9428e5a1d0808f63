import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import styles from './record-page.module.css';

/** A titled section of a record page. Not rendered if `isShown` is false. */
export interface Section {
  readonly title: TextKey;
  readonly isShown?: boolean;
  readonly content: ReactNode;
}

interface RecordPageProps {
  readonly title: string;
  readonly back?: { readonly to: string; readonly label: TextKey };
  readonly tags: ReactNode;
  readonly actions?: ReactNode;
  /** Outcome of the last action. */
  readonly notice?: ReactNode;
  /** Main sections. */
  readonly main: readonly Section[];
  /** Sections with additional facts. */
  readonly side: readonly Section[];
}

/** Layout of a record page: header with actions, main sections, and facts beside them (below them on phones). */
export function RecordPage({ title, back, tags, actions, notice, main, side }: RecordPageProps) {
  const { t } = useTranslation('backOffice');
  return (
    <>
      <PageHead
        title={title}
        {...(back === undefined ? {} : { back: { to: back.to, label: t(back.label) } })}
        tags={tags}
        actions={actions}
      />
      {notice}
      <div className={styles.columns}>
        <div className={styles.column}>{main.map(toSection)}</div>
        <div className={styles.column}>{side.map(toSection)}</div>
      </div>
    </>
  );
}

function toSection(section: Section) {
  return section.isShown === false ? null : <SectionBox key={section.title} {...section} />;
}

function SectionBox({ title, content }: Section) {
  const { t } = useTranslation('backOffice');
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {t(title)}
      </h2>
      {content}
    </section>
  );
}

interface FactsProps {
  readonly facts: readonly { readonly label: TextKey; readonly value: ReactNode }[];
}

/** List of labels and values; empty values are left out. */
export function Facts({ facts }: FactsProps) {
  const { t } = useTranslation('backOffice');
  return (
    <dl className={styles.facts}>
      {facts
        .filter(({ value }) => value !== null && value !== undefined && value !== '')
        .map(({ label, value }) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

interface EntriesProps {
  readonly entries: readonly {
    readonly key: string;
    readonly title: ReactNode;
    readonly detail?: ReactNode;
    readonly end?: ReactNode;
  }[];
}

/** Rows of a section: a title, details below it, and an amount, state or action at the end. */
export function Entries({ entries }: EntriesProps) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ key, title, detail, end }) => (
        <li key={key} className={styles.entry}>
          <div className={styles.entryMain}>
            <div>{title}</div>
            {detail !== undefined && <div className={styles.detail}>{detail}</div>}
          </div>
          {end !== undefined && <div className={styles.end}>{end}</div>}
        </li>
      ))}
    </ul>
  );
}
