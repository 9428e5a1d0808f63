import { localePath } from '#core/rules/navigation.ts';
import type { SharedProduct } from '#core/rules/shared-cart.ts';
import { sharedCartRoute } from '#core/rules/shared-cart.ts';
import { productText } from '#server/catalogue/product-facts.ts';
import type { ComposedMail } from '#server/mail/mail-layout.ts';
import { fill } from '#server/mail/mail-texts.ts';
import type { OrderMailNeeds } from './mail-attachments.ts';

/**
 * The link to a cart, with its products and without prices, which may change until it is opened. Null when none of them
 * is sold any more.
 */
export async function composeCartMail(
  { db, siteUrl, brand, texts, locale }: OrderMailNeeds,
  products: readonly SharedProduct[],
): Promise<ComposedMail | null> {
  const rows = await db
    .selectFrom('products')
    .select(['id', productText('title', locale).as('title')])
    .where(
      'id',
      'in',
      products.map(({ product_id }) => product_id),
    )
    .where('is_active', '=', true)
    .execute();
  const titles = new Map(rows.map(({ id, title }) => [id, title]));
  const sold = products.filter(({ product_id }) => titles.has(product_id));
  if (sold.length === 0) return null;
  const words = texts.cart_link;
  return {
    subject: fill(words.subject, { shop: brand.name }),
    heading: words.heading,
    preview: [...titles.values()].join(', '),
    parts: [
      { kind: 'paragraph', text: texts.greeting_plain },
      { kind: 'paragraph', text: words.intro },
      {
        kind: 'rows',
        rows: sold.map(({ product_id, quantity }) => ({
          label: titles.get(product_id) ?? '',
          value: `${quantity} ×`,
        })),
      },
      { kind: 'link', text: words.link, url: `${siteUrl}${localePath(locale, sharedCartRoute(sold))}` },
      { kind: 'paragraph', text: words.afterwards },
    ],
    attachments: [],
  };
}
