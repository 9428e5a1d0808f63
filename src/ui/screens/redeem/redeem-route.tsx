import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Redemption } from '#core/rules/redemption.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import { Door } from '#ui/screens/login/door.tsx';
import { CodeForm } from './code-form.tsx';
import { FoundCode } from './found-code.tsx';
import { Given } from './given.tsx';

/** A code is typed, shown for what it is, and redeemed by whoever is logged in (decisions §5 "Redeem"). */
export default function RedeemRoute() {
  const { t } = useTranslation('base');
  const [query] = useSearchParams();
  const found = useStore(useShop().stores.redeem, (state) => state.data);
  const [given, setGiven] = useState<Redemption | null>(null);

  return (
    <Door
      title={t('redeem.title')}
      lead={t('redeem.lead')}
      picture="geschenk-kurs"
      pictureRatio="1/1"
      pictureNote={t('redeem.picture')}
    >
      <PageMeta title={t('redeem.title')} description={t('redeem.description')} robots="noindex" />
      {given !== null ? (
        <Given redemption={given} onAnother={() => setGiven(null)} />
      ) : found !== null ? (
        <FoundCode info={found} onGiven={setGiven} />
      ) : (
        <CodeForm initialCode={query.get('code') ?? ''} />
      )}
    </Door>
  );
}
