import { gzippedSize, measuredPages, scriptsOfPage } from '#test/support/page-scripts.ts';

/** Scripts that a page loads with an empty cache and without interaction. */
export interface Scripts {
  readonly screen: (typeof measuredPages)[number]['name'];
  readonly files: number;
  /** After gzip. */
  readonly bytes: number;
}

/** Reads the sizes from the build. */
export function measureScripts(): readonly Scripts[] {
  return measuredPages.map(({ name, path }) => {
    const files = [...scriptsOfPage(path)];
    return {
      screen: name,
      files: files.length,
      bytes: files.reduce((sum, file) => sum + gzippedSize(file), 0),
    };
  });
}
