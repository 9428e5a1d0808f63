import { useTranslation } from 'react-i18next';
import type { Rating } from '#core/rules/catalogue.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';

/** What owners gave on average, and how many they are, on one line: `4,5 (12 Bewertungen)` after a star. */
export function RatingText({ rating }: { readonly rating: Rating }) {
  const { t } = useTranslation('component');
  const average = rating.average.toLocaleString(useLocale());
  return (
    <>
      <Icon name="star" /> {t('stars.line', { average, count: rating.reviewers })}
    </>
  );
}
