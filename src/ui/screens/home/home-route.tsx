import type { CampaignCard } from '#core/model/content.ts';
import type { ProductCard } from '#core/model/product.ts';
import { NewsletterBox } from '#ui/components/newsletter/newsletter-box.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, valueOrThrow } from '#ui/routes/loaders.ts';
import type { Route } from './+types/home-route.ts';
import { CourseGroups, Hero, HomeBooks, HomeCampaigns, HomeFacts, HowItWorks } from './home-sections.tsx';

const shownBooks = 4;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { api } = shop;
  const [facts, courses, books, campaigns, newsletter] = await Promise.all([
    api.getShopFacts(),
    listAll(shop, 'course'),
    params.locale === 'de'
      ? api.listProducts({ query: { 'filter[kind]': 'book', 'page[size]': shownBooks } })
      : null,
    api.listCampaigns(),
    api.getNewsletterWidget(),
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
  };
}

export default function HomeRoute({ loaderData }: Route.ComponentProps) {
  const { opening, seo, courses, groups, books, campaigns, newsletter } = loaderData;
  return (
    <>
      <PageMeta
        title={seo.title}
        isWholeTitle
        description={seo.description}
        keywords={seo.keywords}
        picture={opening.picture}
      />
      <Hero opening={opening} />
      <HomeFacts courseCount={courses?.length ?? null} />
      <CourseGroups courses={courses} groups={groups} />
      {books.length > 0 && <HomeBooks books={books} />}
      <HomeCampaigns campaigns={campaigns} />
      <HowItWorks />
      <NewsletterBox widget={newsletter} source="home" />
    </>
  );
}
