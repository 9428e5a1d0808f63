import { Suspense } from 'react';
import type { CampaignCard } from '#core/model/content.ts';
import type { ProductCard, ProductKind } from '#core/model/product.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { NewsletterBox } from '#ui/components/marketing/newsletter-box.tsx';
import { DeferredHydration } from '#ui/components/parts/deferred-hydration.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useHydrated } from '#ui/hooks/use-hydrated.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, valueOrThrow } from '#ui/routes/loaders.ts';
import type { Route } from './+types/home-route.ts';
import { Hero } from './home-hero.tsx';
import {
  CourseGroups,
  HomeAdvantages,
  HomeBooks,
  HomeCampaigns,
  HomeGifts,
  HomeMembership,
  HowItWorks,
} from './home-sections.tsx';

const HomeContinue = lazyPart(() => import('./home-continue.tsx'), 'HomeContinue');

const shownBooks = 4;

/** The home page shows one gift of each of these kinds. */
const giftKinds = ['voucher', 'gift', 'gift_box'] as const;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { api } = shop;
  const [facts, courses, books, campaigns, newsletter, advantages, pass, ...gifts] = await Promise.all([
    api.getShopFacts(),
    listAll(shop, 'course'),
    params.locale === 'de'
      ? api.listProducts({ query: { filter: { kind: 'book' }, page: { size: shownBooks } } })
      : null,
    api.listCampaigns(),
    api.getNewsletterWidget(),
    api.listAdvantages(),
    firstOf(shop, 'membership'),
    ...giftKinds.map((kind) => firstOf(shop, kind)),
  ]);
  const { opening, seo } = valueOrThrow(facts);
  return {
    opening,
    seo,
    courses: courses.ok ? courses.value.items : null,
    groups: courses.ok ? courses.value.groups : [],
    books: books?.ok ? books.value.items : ([] as readonly ProductCard[]),
    campaigns: campaigns.ok ? campaigns.value : ([] as readonly CampaignCard[]),
    newsletter: newsletter.ok ? newsletter.value : null,
    advantages: advantages.ok ? advantages.value : [],
    pass,
    gifts: gifts.filter((gift) => gift !== null),
  };
}

/** Loads the first product of a kind. Null if there is none or it could not be loaded. */
async function firstOf({ api }: Shop, kind: ProductKind): Promise<ProductCard | null> {
  const found = await api.listProducts({ query: { filter: { kind }, page: { size: 1 } } });
  return found.ok ? (found.value.items[0] ?? null) : null;
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  const { opening, seo, courses, groups, books, campaigns, newsletter, advantages, pass, gifts } = loaderData;
  const featured = courses?.find(({ slug }) => slug === opening.course) ?? null;
  return (
    <>
      <PageMeta
        title={seo.title}
        isWholeTitle
        description={seo.description}
        keywords={seo.keywords}
        picture={opening.picture}
      />
      <Hero opening={opening} course={featured} />
      <LearnersShelf />
      <DeferredHydration>
        <HomeAdvantages advantages={advantages} />
        <CourseGroups courses={courses} groups={groups} />
      </DeferredHydration>
      <DeferredHydration>
        {pass !== null && <HomeMembership pass={pass} />}
        {gifts.length > 0 && <HomeGifts gifts={gifts} />}
        {books.length > 0 && <HomeBooks books={books} />}
        <HomeCampaigns campaigns={campaigns} />
        <HowItWorks />
        <NewsletterBox widget={newsletter} source="home" />
      </DeferredHydration>
    </>
  );
}

/**
 * The courses that a learner has begun, rendered in the browser only. In its own component, so that the page is not
 * rendered again for it.
 */
function LearnersShelf() {
  const learner = useLearner();
  const isHydrated = useHydrated();
  if (learner === null || !isHydrated) return null;
  return (
    <Suspense fallback={null}>
      <HomeContinue />
    </Suspense>
  );
}
