import type { z } from 'zod';
import type { ProductKind } from '#core/model/product.ts';
import type {
  CatalogueSources,
  RecordSurroundings,
  SourceProduct,
  TextSources,
} from './catalogue-sources.ts';
import type { otherAmountsFile } from './marketing-schemas.ts';
import type { FaultCause, ReadFile } from './read-files.ts';
import type { Worksheets } from './read-worksheets.ts';
import type { codesFile, couponsFile, demoFile } from './shop-schemas.ts';

/** All content files, each valid by itself; references between them are not checked yet. */
export interface Sources extends CatalogueSources, TextSources {
  readonly coupons: ReadFile<z.output<typeof couponsFile>>;
  readonly codes: ReadFile<z.output<typeof codesFile>>;
  readonly other_amounts: ReadFile<z.output<typeof otherAmountsFile>>;
  readonly demo: ReadFile<z.output<typeof demoFile>>;
  readonly worksheets: Worksheets;
  readonly outlines: RecordSurroundings['outlines'];
}

/** Reports a fault at a field of a file. */
export type ReportFault = (
  at: ReadFile<unknown>,
  path: readonly PropertyKey[],
  problem: string,
  cure: string,
  /** Without a cause, the field refers to something that does not exist. */
  cause?: FaultCause,
) => void;

/** Finds a product by slug and, if given, kind; reports a fault when there is none. */
export type Find = (
  at: ReadFile<unknown>,
  path: readonly PropertyKey[],
  slug: string,
  kind?: ProductKind,
) => SourceProduct | null;
