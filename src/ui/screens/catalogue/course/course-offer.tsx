import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AddToCart } from '#ui/components/carts/add-to-cart.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { useMayWatch } from '#ui/hooks/use-session.ts';
import type { ProductOf } from '#ui/routes/loaders.ts';
import styles from './free-lesson.module.css';

interface CourseOfferProps {
  readonly course: ProductOf<'course'>;
  readonly onReplay: () => void;
  /** Use 3 in a dialog. */
  readonly headingLevel: 2 | 3;
  /** Heading of the offer. */
  readonly children: ReactNode;
}

/** Shown over a free film when it has ended: the course with price and button, for visitors without access to it. */
export function CourseOffer({ course, onReplay, headingLevel, children }: CourseOfferProps) {
  const { t } = useTranslation('learning');
  const Heading = `h${headingLevel}` as const;
  const isOpen = useMayWatch(course.id);
  return (
    <section className={styles.ending} aria-label={t('free.ending')}>
      <Heading className={styles.title}>{children}</Heading>
      <div className={styles.actions}>
        {!isOpen && (
          <>
            <Price amount={course.price} />
            <AddToCart product={course} />
          </>
        )}
        <Button kind="text" onClick={onReplay}>
          {t('free.again')}
        </Button>
      </div>
      {!isOpen && <PriceNote product={course} />}
    </section>
  );
}
