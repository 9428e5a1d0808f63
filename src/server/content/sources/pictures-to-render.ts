import {
  coverPictureWidths,
  displayWidths,
  offeredWidths,
  sharedPictureWidth,
} from '#core/rules/catalogue/picture-widths.ts';
import { sharePrefix } from '#server/catalogue/stored-product.ts';
import type { PictureVersion } from '#server/platform/media/render-picture.ts';
import type { Content } from './content-shapes.ts';

/**
 * Returns every version of every picture that a page can request, without duplicates, in the order in which visitors
 * need them: home page hero, courses, other products, the rest. AVIF comes first, because almost every browser supports
 * it (docs/behaviour/catalogue.md#pictures).
 */
export function picturesToRender(content: PictureUses): readonly PictureVersion[] {
  const widths = widthsByName(content);
  const inFormat = (format: 'avif' | 'webp') =>
    [...widths].flatMap(([name, all]) =>
      [...all].toSorted((one, other) => one - other).map((width) => ({ name, width, format })),
    );
  const asPng = new Set([
    ...content.pictures.filter((name) => name.startsWith(sharePrefix)),
    ...noticesOf(content),
  ]);
  return [
    ...inFormat('avif'),
    ...inFormat('webp'),
    ...[...asPng].map((name) => ({ name, width: sharedPictureWidth, format: 'png' as const })),
  ];
}

/**
 * Returns the versions for the most visited pages: home page hero and products of all lists, in the format of almost
 * every browser.
 */
export function firstPictures(content: PictureUses): readonly PictureVersion[] {
  const { opening } = content.shop;
  const widths = new Map<string, readonly number[]>([
    ...content.products.map(({ picture }) => [picture, displayWidths.card] as const),
    [opening.picture, displayWidths.opening],
    [opening.picture_on_phones, displayWidths.opening_on_phones],
  ]);
  return picturesToRender(content).filter(
    ({ name, width, format }) =>
      format === 'avif' && (widths.get(name) ?? []).flatMap(offeredWidths).includes(width),
  );
}

/** The parts of the content that name pictures. */
export interface PictureUses {
  readonly shop: Pick<Content['shop'], 'guarantee_notice'> & {
    readonly brand: Pick<Content['shop']['brand'], 'share_picture'>;
    readonly opening: Pick<Content['shop']['opening'], 'picture' | 'picture_on_phones'>;
  };
  readonly products: readonly Pick<Content['products'][number], 'kind' | 'picture'>[];
  readonly masters: readonly Pick<Content['masters'][number], 'picture'>[];
  readonly posts: readonly Pick<Content['posts'][number], 'picture'>[];
  readonly marketing: { readonly campaigns: readonly { readonly picture: string }[] };
  /** All drawings, including those that only code refers to. */
  readonly pictures: readonly string[];
}

function widthsByName(content: PictureUses): ReadonlyMap<string, ReadonlySet<number>> {
  const { brand, opening } = content.shop;
  const { any, poster, pattern } = displayWidths;
  const widths = new Map<string, Set<number>>();
  const add = (name: string, shown: readonly number[], covers: readonly number[] = []) => {
    const all = widths.get(name) ?? new Set();
    for (const width of [...shown.flatMap(offeredWidths), ...covers]) all.add(width);
    widths.set(name, all);
  };
  add(opening.picture, displayWidths.opening);
  add(opening.picture_on_phones, displayWidths.opening_on_phones);
  const courses = content.products.filter(({ kind }) => kind === 'course');
  for (const { picture } of courses) add(picture, [...any, ...poster], coverPictureWidths);
  for (const { picture } of content.products) add(picture, any, coverPictureWidths);
  for (const { picture } of content.masters) add(picture, [...any, ...poster]);
  add(brand.share_picture, any);
  for (const { picture } of [...content.posts, ...content.marketing.campaigns]) add(picture, any);
  const isPng = new Set(noticesOf(content));
  for (const name of content.pictures) {
    if (!widths.has(name) && !isPng.has(name) && !name.startsWith(sharePrefix))
      add(name, [...any, ...pattern]);
  }
  return widths;
}

/** Official notices are shown unchanged, as PNG. */
function noticesOf({ shop }: PictureUses): readonly string[] {
  return Object.values(shop.guarantee_notice ?? {});
}
