import { useTranslation } from 'react-i18next';
import type { ShopFacts } from '#core/rules/catalogue.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './opening.module.css';

/** Tonight's master: one drawing over the whole width, one sentence, one way on. */
export function Opening({ opening }: { readonly opening: ShopFacts['opening'] }) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.stage} ${styles.opening}`} aria-labelledby="opening-title">
      <div className={styles.stage}>
        <Picture
          name={opening.picture}
          alt=""
          width={1600}
          ratio="16/9"
          sizes="(max-width: 1023px) max(47rem, 112vw), clamp(80rem, 82vw, 88rem)"
          onPhones={{ name: opening.picture_on_phones, width: 496 }}
          priority
          className={styles.picture}
        />
      </div>
      <div className={`${layout.wrap} ${styles.words}`}>
        <h1 id="opening-title" className={`${text.display} ${styles.title}`}>
          {opening.title}
        </h1>
        <p className={styles.lead}>{opening.lead}</p>
        <div className={`${layout.actions} ${styles.actions}`}>
          <LinkButton to={`/kurse/${opening.course}`} size="large" className={styles.main}>
            {t('home.opening.to_course')}
          </LinkButton>
          <LinkButton to="/kurse" size="large" kind="text">
            {t('home.opening.all_courses')}
          </LinkButton>
        </div>
      </div>
    </section>
  );
}
