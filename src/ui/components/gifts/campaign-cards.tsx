import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '#core/model/content.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './campaign-cards.module.css';

interface CampaignCardsProps {
  readonly campaigns: readonly CampaignCard[];
  readonly headingLevel?: 2 | 3 | undefined;
}

/** Running campaigns, each with its offer or end date. The whole card is the link's target. */
export function CampaignCards({ campaigns, headingLevel = 3 }: CampaignCardsProps) {
  const { t } = useTranslation('base');
  const dateText = useDateText();
  const locale = useLocale();
  const Heading = `h${headingLevel}` as const;
  return (
    <List className={styles.cards}>
      {campaigns.map(({ slug, place, title, lead, picture, offer, until, reduction }) => (
        <li key={slug}>
          <article className={styles.card}>
            <Picture name={picture} alt="" width={112} ratio="1/1" className={styles.picture} />
            <div className={styles.words}>
              <p className={styles.gives}>
                {offer ?? (until === null ? '' : t('campaign.until', { day: dateText(until) }))}
              </p>
              <Heading className={styles.title}>
                <ShopLink to={`/${place}/${slug}`}>{title}</ShopLink>
              </Heading>
              <p className={styles.lead}>{nonBreaking(lead)}</p>
              {reduction !== null && reduction.reference !== null && (
                <p className={styles.lead}>
                  {t('campaign.reduced_to', {
                    price: formatPrice(reduction.price, locale),
                    reference: formatPrice(reduction.reference, locale),
                  })}
                </p>
              )}
            </div>
          </article>
        </li>
      ))}
    </List>
  );
}
