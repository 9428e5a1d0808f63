import { useTranslation } from 'react-i18next';
import type { CourseDetails } from '#core/rules/catalogue.ts';
import { Picture } from '#ui/components/picture/picture.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './master.module.css';

/** Who teaches: a round look at the drawing, where and when, and the life in a few words. */
export function Master({ master }: { readonly master: CourseDetails['master'] }) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.wrap} ${layout.act} ${styles.master}`} aria-labelledby="master-title">
      <div className={styles.picture}>
        <Picture
          name={master.picture}
          alt=""
          width={760}
          ratio="3/4"
          sizes="(max-width: 767px) 360px, 760px"
        />
      </div>
      <div>
        <h2 id="master-title">
          <ShopLink to={`/experten/${master.slug}`}>
            {master.firstname} {master.lastname}
          </ShopLink>
        </h2>
        <p className={styles.lived}>
          {t('course.master_lived', { origin: master.origin, lived: master.lived })}
        </p>
        <div className={styles.biography}>
          {master.biography.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </div>
    </section>
  );
}
