import { legalProfiles } from '#core/rules/consumer-rights/consumer-rights.ts';
import type { Content } from './content-shapes.ts';

/** Content that decides whether the notice is missing. */
interface SoldContent {
  readonly shop: Pick<Content['shop'], 'guarantee_notice'>;
  readonly products: readonly Pick<Content['products'][number], 'kind'>[];
}

/**
 * Returns whether the shop sells goods without the official notice on the legal guarantee, which only the operator can
 * add (docs/behaviour/consumer-rights.md#guarantee-notice).
 */
export function lacksGuaranteeNotice({ shop, products }: SoldContent): boolean {
  return shop.guarantee_notice === undefined && products.some(({ kind }) => legalProfiles[kind].is_shipped);
}

/** Instruction that fixes a missing notice. */
export const guaranteeNoticeCure =
  'put the SVG of each language into content/pictures and name both as guarantee_notice of the shop data';
