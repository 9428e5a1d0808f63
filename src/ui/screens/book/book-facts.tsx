import { useTranslation } from 'react-i18next';
import type { BookDetails } from '#core/rules/catalogue.ts';
import { Split } from '#ui/components/split/split.tsx';
import styles from './book.module.css';

/** The edition, and who answers for its safety (GPSR, decisions §8). */
export function BookFacts({ details }: { readonly details: BookDetails }) {
  const { t } = useTranslation('base');
  const { manufacturer } = details;
  const facts = [
    [t('book.pages'), t('book.pages_value', { count: details.pages })],
    [t('book.format'), details.format],
    [t('book.language'), t('book.language_value')],
    [t('book.isbn'), details.isbn],
  ] as const;
  return (
    <Split title={t('book.facts')}>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{t('book.manufacturer')}</dt>
          <dd>
            {manufacturer.name}
            <br />
            {manufacturer.address}
            <br />
            <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
            <p className={styles.remark}>{t('book.manufacturer_note')}</p>
          </dd>
        </div>
      </dl>
      <p className={styles.guarantee}>{t('book.guarantee')}</p>
    </Split>
  );
}
