import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '#core/model/content.ts';
import { formatPrice } from '#core/rules/money.ts';
import { ShopLink } from '#ui/components/links.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { Picture } from '#ui/components/picture.tsx';
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
              <p className={styles.lead}>{lead}</p>
              {reduction !== null && (
                <p className={styles.lead}>
                  {t('campaign.reduced_to', {
                    price: formatPrice(reduction.price, locale),
                    regular: formatPrice(reduction.regular, locale),
                    lowest: formatPrice(reduction.lowest_30_days, locale),
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
