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
  /** 3 in a dialog. */
  readonly headingLevel: 2 | 3;
  /** What is offered, as a heading. */
  readonly children: ReactNode;
}

/** Over a free film at its end: the course with price and button, for those who may not watch it yet. */
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
