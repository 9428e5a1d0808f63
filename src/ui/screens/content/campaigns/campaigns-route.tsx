import { useTranslation } from 'react-i18next';
import { campaignSegments } from '#core/model/campaign-segments.ts';
import { routeOf } from '#core/rules/basics/site-paths.ts';
import { CampaignCards } from '#ui/components/gifts/campaign-cards.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { EmptyState, PageHead } from '#ui/components/parts/page-parts.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/campaigns-route.ts';
import styles from './campaigns.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const all = valueOrThrow(await context.get(shopContext).api.listCampaigns());
  const path = routeOf(new URL(request.url).pathname);
  const place = campaignSegments.find((known) => path.startsWith(`/${known}`)) ?? 'angebote';
  return { place, campaigns: all.filter((campaign) => campaign.place === place) };
}

export default function CampaignsRoute({ loaderData }: Route.ComponentProps) {
  const { place, campaigns } = loaderData;
  const { t } = useTranslation('base');
  return (
    <>
      <PageMeta
        title={t(`campaigns.${place}.title`)}
        description={t(`campaigns.${place}.description`)}
        picture={campaigns[0]?.picture ?? 'masterpass'}
        robots="noindex"
      />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t(`campaigns.${place}.title`)} lead={t(`campaigns.${place}.lead`)} />
        {campaigns.length > 0 ? (
          <>
            <CampaignCards campaigns={campaigns} headingLevel={2} />
            <LinkButton to="/kurse" kind="outline">
              {t('campaigns.to_courses')}
            </LinkButton>
          </>
        ) : (
          <EmptyState
            title={t('campaigns.empty_title')}
            text={t('campaigns.empty_text')}
            link={{ to: '/kurse', label: t('campaigns.to_courses') }}
          />
        )}
      </div>
    </>
  );
}
