import type { MediaModule } from '#ports/modules.ts';

/** Reads films from the folder `clips` of the content. */
export default {
  kind: 'media',
  name: 'folder',
  settings: {},
  async open(_, { mediaDir }) {
    const { createFolderStorage } = await import('./folder-storage.ts');
    return createFolderStorage({ directory: mediaDir });
  },
} satisfies MediaModule;
