import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Content } from './content-shapes.ts';

/** What decides whether the notice is missing. */
interface SoldContent {
  readonly shop: Pick<Content['shop'], 'guarantee_notice'>;
  readonly products: readonly Pick<Content['products'][number], 'kind'>[];
}

/**
 * Returns whether the shop sells goods without the official notice on the legal guarantee, which only its operator can
 * put in (docs/behaviour/consumer-rights.md#guarantee-notice).
 */
export function lacksGuaranteeNotice({ shop, products }: SoldContent): boolean {
  return shop.guarantee_notice === undefined && products.some(({ kind }) => legalProfiles[kind].is_shipped);
}

/** What to do about it, as an imperative. */
export const guaranteeNoticeCure =
  'put the SVG of each language into content/pictures and name both as guarantee_notice in shop.yaml';
