import type { PictureRenderer, PictureVersion } from './render-picture.ts';

/** Progress while pictures are rendered. */
export type PictureProgress =
  /** The first report: how many of all versions are not in the cache. */
  | { readonly kind: 'missing'; readonly missing: number; readonly all: number }
  | { readonly kind: 'made' }
  | { readonly kind: 'failed'; readonly version: PictureVersion; readonly reason: string };

/**
 * Renders the versions that are not in the cache, one by one in their order. A version that cannot be rendered is
 * reported and skipped. May be interrupted at any time: rendered versions are kept.
 */
export async function makePictures(
  { render, isRendered }: PictureRenderer,
  versions: readonly PictureVersion[],
  report: (progress: PictureProgress) => void,
): Promise<void> {
  const missing: PictureVersion[] = [];
  for (const version of versions) if (!(await isRendered(version))) missing.push(version);
  report({ kind: 'missing', missing: missing.length, all: versions.length });
  for (const version of missing) report(await makePicture(render, version));
}

async function makePicture(
  render: PictureRenderer['render'],
  version: PictureVersion,
): Promise<PictureProgress> {
  try {
    const made = await render(version.name, version.width, version.format);
    return made.ok ? { kind: 'made' } : { kind: 'failed', version, reason: made.error };
  } catch (error) {
    return { kind: 'failed', version, reason: error instanceof Error ? error.message : String(error) };
  }
}
