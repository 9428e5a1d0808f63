import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

/**
 * Writes each script and stylesheet compressed with brotli at its highest level beside it (`*.br`). They are 7 %
 * smaller than what a server that answers requests has the time for.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).filter(({ fileName }) => /\.(?:js|css)$/.test(fileName));
      await Promise.all(
        files.map(async (file) => {
          const content = file.type === 'chunk' ? file.code : file.source;
          await writeFile(join(dir, `${file.fileName}.br`), await promisify(brotliCompress)(content));
        }),
      );
    },
  };
}
