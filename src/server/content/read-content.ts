import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import { checkReferences } from './check-references.ts';
import { composeProducts } from './compose-products.ts';
import {
  composeBundles,
  composeCampaigns,
  composeCodes,
  composeCoupons,
  composeLearners,
  composeMasters,
  composePosts,
} from './compose-shop.ts';
import type { Content } from './content.ts';
import type { ContentFault } from './content-fault.ts';
import type { FaultList } from './read-files.ts';
import { readSources } from './read-sources.ts';

/**
 * Reads the whole content folder (decisions §1): catalogue, coupons and codes, texts, demo data.
 * @param root path of the content folder
 * @returns the content with every reference resolved; or all faults found, each with file, field and cure. Never a part.
 * @throws when the disk fails. A missing file or folder is a fault, not an exception.
 */
export async function readContent(root: string): Promise<Result<Content, readonly ContentFault[]>> {
  const faults: FaultList = [];
  const sources = await readSources(root, faults);
  if (sources === null || faults.length > 0) return err(faults);
  const broken = checkReferences(sources);
  if (broken.length > 0) return err(broken);
  return ok({
    shop: sources.shop.value,
    categories: sources.categories.value,
    masters: composeMasters(sources),
    products: composeProducts(sources),
    coupons: composeCoupons(sources),
    codes: composeCodes(sources),
    bundles: composeBundles(sources),
    greenbar: sources.greenbar.value,
    marketing: { ...sources.marketing, campaigns: composeCampaigns(sources) },
    demo: { learners: composeLearners(sources) },
    posts: composePosts(sources),
    legal: sources.legal,
    pictures: sources.pictures,
  });
}
