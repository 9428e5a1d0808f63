import type { APIRequestContext } from '@playwright/test';
import type { ContentPage } from '#core/model/content.ts';
import type { ProductCard, ProductPage } from '#core/model/product.ts';

/** Reads products and content pages from the API, to compare them with the storefront's pages. */
export interface Catalogue {
  /** `query` is added to the address of the call. */
  list(kind: 'course' | 'book', query?: string): Promise<readonly ProductCard[]>;
  product(slug: string): Promise<ProductPage>;
  contentPage(slug: string): Promise<ContentPage>;
}

interface Resource<Attributes> {
  readonly id: string;
  readonly attributes: Attributes;
}

const flat = <Attributes>({ id, attributes }: Resource<Attributes>) => ({ ...attributes, id });

/** Creates a catalogue reader for one language. Its methods throw when the API returns an error status. */
export function catalogueOf(request: APIRequestContext, language: 'de' | 'en'): Catalogue {
  async function read(path: string) {
    const response = await request.get(`/api/${path}`, { headers: { 'X-App-Language': language } });
    if (!response.ok()) throw new Error(`GET /api/${path}: ${response.status()}`);
    return response.json();
  }
  return {
    async list(kind, query = '') {
      const { data } = await read(`products?filter[kind]=${kind}&page[size]=100${query}`);
      return data.map(flat);
    },
    async product(slug) {
      const { data } = await read(`products/${slug}`);
      const { attributes, id } = data;
      const { companions, ...details } = attributes.details;
      return { ...attributes, id, details: { ...details, companions: companions?.map(flat) } };
    },
    async contentPage(slug) {
      const { data } = await read(`contents/pages/${slug}`);
      return { ...data.attributes, slug: data.id };
    },
  };
}
