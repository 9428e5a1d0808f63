import { useTranslation } from 'react-i18next';
import type { CampaignCard } from '#core/rules/marketing.ts';
import { CampaignCards } from '#ui/components/campaign-cards/campaign-cards.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { SectionHead } from '#ui/components/section-head/section-head.tsx';
import layout from '#ui/styles/layout.module.css';

/** Offers and giveaways that run today; nothing stands here while there are none. */
export function HomeCampaigns({ campaigns }: { readonly campaigns: readonly CampaignCard[] }) {
  const { t } = useTranslation('base');
  if (campaigns.length === 0) return null;
  return (
    <section className={`${layout.wrap} ${layout.act}`} aria-labelledby="campaigns-title">
      <SectionHead id="campaigns-title" title={t('campaigns.title')}>
        <LinkButton to="/angebote" kind="text">
          {t('campaigns.all')}
        </LinkButton>
      </SectionHead>
      <CampaignCards campaigns={campaigns} />
    </section>
  );
}
