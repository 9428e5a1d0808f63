import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ClientLoaderFunctionArgs, LoaderFunctionArgs } from 'react-router';
import { redirect, redirectDocument, useLoaderData } from 'react-router';
import type { SavedAddress } from '#core/rules/address.ts';
import { localePath } from '#core/rules/navigation.ts';
import type { Subscription } from '#core/rules/subscription.ts';
import { takesPaymentMethod } from '#core/rules/subscription.ts';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { PageHead } from '#ui/components/page-head/page-head.tsx';
import { useOwnDocument } from '#ui/hooks/use-own-document.ts';
import { learnerOnly } from '#ui/learner-only.ts';
import { PageMeta } from '#ui/page-meta.tsx';
import type { RouteHandle } from '#ui/route-handle.ts';
import { ProfileNavigation } from '#ui/shell/profile-navigation.tsx';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './card-change.module.css';
import { CardChangeForm } from './card-change-form.tsx';
import { CardChanged } from './card-changed.tsx';

export const handle: RouteHandle = { theme: 'paper' };

const mostContracts = 50;

/** The contract named in the address, and whose card it may be. What charges nothing more leads back. */
export async function loader({ context, request }: LoaderFunctionArgs): Promise<{
  readonly contract: Subscription;
  readonly address: SavedAddress | null;
}> {
  const shop = context.get(shopContext);
  learnerOnly(shop, request);
  const wanted = new URL(request.url).searchParams.get('vertrag');
  const [contracts, addresses] = await Promise.all([
    shop.queries.listSubscriptions({ number: 1, size: mostContracts }),
    shop.queries.listAddresses(),
  ]);
  const contract = answerOrThrow(contracts).items.find((one) => one.id === wanted);
  if (contract === undefined || !takesPaymentMethod(contract)) {
    throw redirect(localePath(shop.stores.locale.snapshot.locale, '/profil/subscription'));
  }
  const known = addresses.ok ? addresses.value.items : [];
  return { contract, address: known.find((one) => one.is_default_billing) ?? known[0] ?? null };
}

/** Which frames a page may hold is decided when its document loads, so this page wants a document of its own. */
export function clientLoader({ request }: ClientLoaderFunctionArgs): never {
  throw redirectDocument(request.url);
}

/** What was loaded with the document stays: the card is charged for this contract. */
export function shouldRevalidate(): boolean {
  return false;
}

/** Another card for a membership or subscription (decisions §4), in the provider's own fields. */
export default function CardChangeRoute() {
  const { t } = useTranslation('myProfile');
  const { contract, address } = useLoaderData<typeof loader>();
  const [changed, setChanged] = useState<Subscription | null>(null);
  useOwnDocument();
  const { title } = contract.product;
  return (
    <>
      <PageMeta title={t('card.title')} description={t('card.description')} robots="noindex" />
      <ProfileNavigation />
      <div className={layout.wrap}>
        <PageHead title={t('card.title')} lead={t('card.lead', { title })} />
        <div className={styles.page}>
          {changed === null ? (
            <CardChangeForm contract={contract} address={address} onChanged={setChanged} />
          ) : (
            <CardChanged contract={changed} />
          )}
        </div>
      </div>
    </>
  );
}
