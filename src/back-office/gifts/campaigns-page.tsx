import { useTranslation } from 'react-i18next';
import { operatorCampaignEndpoints } from '#api/gifts/operator-campaign-endpoints.ts';
import { NewRecord } from '#back-office/catalogue/catalogue-page.tsx';
import { CouponDays } from '#back-office/coupons/coupon-facts.tsx';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { campaignStates, type OperatorCampaign } from '#core/model/giveaway.ts';

const tones: Readonly<Record<OperatorCampaign['state'], Tone>> = {
  planned: 'waiting',
  running: 'good',
  over: 'quiet',
};

export function CampaignStateTag({ state }: Pick<OperatorCampaign, 'state'>) {
  const name = useNames();
  return <Tag tone={tones[state]}>{name('campaignState', state)}</Tag>;
}

function Kind({ kind }: Pick<OperatorCampaign, 'kind'>) {
  const name = useNames();
  return name('campaign', kind);
}

function CampaignResult({ coupon, giveaway }: OperatorCampaign) {
  const { t } = useTranslation('backOffice');
  return (
    <>
      {giveaway !== null && t('campaigns.entries', { count: giveaway.entries })}
      {coupon !== null && t('campaigns.uses', { count: coupon.used })}
    </>
  );
}

const campaigns: ListDescription<OperatorCampaign> = {
  title: 'places.campaigns',
  empty: 'campaigns.empty',
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'campaigns.kind',
      options: (['offer', 'giveaway'] as const).map((value) => ({
        value,
        label: `names.campaign.${value}` as const,
      })),
    },
    {
      kind: 'choice',
      name: 'state',
      label: 'campaigns.state',
      options: campaignStates.map((value) => ({ value, label: `names.campaignState.${value}` as const })),
    },
  ],
  columns: [
    { label: 'campaigns.title', place: 'title', cell: ({ title }) => title },
    { label: 'campaigns.kind', place: 'main', cell: ({ kind }) => <Kind kind={kind} /> },
    { label: 'campaigns.state', place: 'meta', cell: ({ state }) => <CampaignStateTag state={state} /> },
    {
      label: 'campaigns.days',
      place: 'meta',
      cell: ({ from, until }) => <CouponDays coupon={{ first_day: from, last_day: until }} />,
    },
    {
      label: 'campaigns.result',
      place: 'amount',
      cell: (campaign) => <CampaignResult {...campaign} />,
    },
  ],
  keyOf: ({ id }) => id,
  actions: () => <NewRecord types={['campaign', 'giveaway']} />,
  pathOf: ({ id, giveaway }) => (giveaway === null ? `/texts/campaign/${id}` : `/giveaways/${giveaway.key}`),
  find: (query, signal) => call(operatorCampaignEndpoints.listOperatorCampaigns, { query }, { signal }),
};

export const campaignsLoader = listLoader(campaigns);

/** Campaign pages and giveaways. */
export function CampaignsPage() {
  return <ListPage list={campaigns} />;
}
