import type { Campaign, CampaignCard } from '#core/model/content.ts';
import type { ProductCard, ProductPage } from '#core/model/product.ts';
import { routeOf } from '#core/rules/navigation.ts';
import { ok } from '#core/rules/result.ts';
import type { Catalogue } from '#ports/catalogue.ts';
import type { Contents } from '#ports/contents.ts';
import type { MemoryHost } from './memory-host.ts';
import { refuse } from './memory-host.ts';

/** A product's card out of its page. */
export function toMemoryCard(product: ProductPage): ProductCard {
  const { description: _d, delivery_note: _n, seo_markup: _s, details: _p, ...card } = product;
  return card;
}

const orderings = {
  position: () => 0,
  title: (one: ProductCard, other: ProductCard) => one.title.localeCompare(other.title, 'de'),
  price: (one: ProductCard, other: ProductCard) => one.price - other.price,
  '-price': (one: ProductCard, other: ProductCard) => other.price - one.price,
} as const;

/** The catalogue of a host in memory, in one language. */
export function createMemoryCatalogue(host: MemoryHost): Catalogue {
  return {
    async listProducts({ kind, group, q, sort = 'position', number = 1, size = 12 }) {
      const words = q?.toLowerCase() ?? '';
      const found = host.facts.products
        .map(toMemoryCard)
        .filter((card) => kind === undefined || card.kind === kind)
        .filter((card) => `${card.title} ${card.subtitle}`.toLowerCase().includes(words));
      const groups = new Map<string, { identifier: string; title: string; count: number }>();
      for (const card of found) {
        if (card.group === null) continue;
        const known = groups.get(card.group.identifier);
        groups.set(card.group.identifier, { ...card.group, count: (known?.count ?? 0) + 1 });
      }
      const wanted = found
        .filter((card) => group === undefined || card.group?.identifier === group)
        .toSorted(orderings[sort]);
      const items = wanted.slice((number - 1) * size, number * size);
      return ok({ items, number, size, total: wanted.length, groups: [...groups.values()] });
    },
    async getProduct(slug) {
      const product = host.facts.products.find((candidate) => candidate.slug === slug);
      return product === undefined ? refuse('NOT_FOUND', 404) : ok(product);
    },
  };
}

function runs({ giveaway, products }: Campaign): boolean {
  return giveaway?.is_running ?? products.every((product) => product.is_available);
}

function toCampaignCard({ coupon, giveaway, ...campaign }: Campaign): CampaignCard {
  const { slug, place, title, lead, picture, picture_alt } = campaign;
  const said = { slug, place, title, lead, picture, picture_alt };
  return { ...said, offer: coupon?.title ?? null, until: giveaway?.until ?? null };
}

/** The texts of a host in memory, in one language. */
export function createMemoryContents(host: MemoryHost): Contents {
  return {
    getAnnouncement: async () => ok(host.facts.announcement),
    async getContentPage(slug) {
      const page = host.facts.pages.find((candidate) => candidate.slug === slug);
      return page === undefined ? refuse('NOT_FOUND', 404) : ok(page);
    },
    getShopFacts: async () => ok(host.facts.shop),
    getNewsletterWidget: async () => ok(host.facts.newsletter_widget),
    listCampaigns: async () =>
      ok(host.facts.campaigns.filter(runs).map((campaign) => toCampaignCard(campaign))),
    async getCampaign(slug) {
      const campaign = host.facts.campaigns.find((candidate) => candidate.slug === slug);
      return campaign === undefined ? refuse('NOT_FOUND', 404) : ok(campaign);
    },
    async enterGiveaway({ giveaway }) {
      const known = host.facts.campaigns.find((campaign) => campaign.giveaway?.key === giveaway);
      return known === undefined ? refuse('NOT_FOUND', 404) : ok(null);
    },
    getPopup: async (path) => ok(host.facts.popups[routeOf(path)] ?? null),
  };
}
