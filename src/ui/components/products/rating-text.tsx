import { useTranslation } from 'react-i18next';
import type { Rating } from '#core/model/product.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** Average and number of ratings on one line after a star: `4,5 (12 Bewertungen)`. */
export function RatingText({ rating }: { readonly rating: Rating }) {
  const { t } = useTranslation('component');
  const average = rating.average.toLocaleString(useLocale(), { minimumFractionDigits: 1 });
  return (
    <>
      <Icon name="star" /> {t('stars.line', { average, count: rating.reviewers })}
    </>
  );
}
