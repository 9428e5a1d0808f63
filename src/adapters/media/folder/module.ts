import { join, resolve } from 'node:path';
import { z } from 'zod';
import type { MediaModule } from '#ports/modules.ts';

const settings = { FILMS_DIR: z.string().optional() };

/** Reads films from the content folder `clips`, and stores films made by the shop in `FILMS_DIR`. */
export default {
  kind: 'media',
  name: 'folder',
  settings,
  async open({ FILMS_DIR }, { mediaDir, dataDir }) {
    const { createFolderStorage } = await import('./folder-storage.ts');
    return createFolderStorage({
      directory: mediaDir,
      ownDirectory: resolve(FILMS_DIR ?? join(dataDir, 'films')),
    });
  },
} satisfies MediaModule<typeof settings>;
