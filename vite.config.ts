import { reactRouter } from '@react-router/dev/vite';
import type { Plugin } from 'vite';
import { defineConfig } from 'vite';

/**
 * Puts the shared styles into cascade layers, so that what a screen says of a part it uses always wins. Without them the
 * order in which stylesheets happen to arrive would decide, and parts loaded later bring theirs once more.
 */
function layerSharedStyles(): Plugin {
  const layers = [
    { name: 'base', files: /\/src\/ui\/styles\/base\.css$/ },
    { name: 'roles', files: /\/src\/ui\/styles\/[\w-]+\.module\.css$/ },
    { name: 'parts', files: /\/src\/ui\/components\/.+\.module\.css$/ },
  ];
  const order = `@layer ${layers.map(({ name }) => name).join(', ')};`;
  return {
    name: 'layer-shared-styles',
    enforce: 'pre',
    transform(code, id) {
      const layer = layers.find(({ files }) => files.test(id));
      // Whichever stylesheet comes first, it settles the order for all.
      return layer === undefined ? null : { code: `${order} @layer ${layer.name} {\n${code}}`, map: null };
    },
  };
}

/**
 * What a part that comes later wants at once besides its own script: its styles. Most of its scripts are there already,
 * and a list of all their names would weigh on the first view of every page.
 */
function isStyle(file: string): boolean {
  return file.endsWith('.css');
}

// The process entry is built through Vite as well: React Router's typed context only matches
// when host and storefront share one module instance (docs/architecture.md, "One bundle").
export default defineConfig({
  plugins: [layerSharedStyles(), reactRouter()],
  build: { modulePreload: { resolveDependencies: (_, files) => files.filter(isStyle) } },
  environments: {
    ssr: { build: { rollupOptions: { input: './src/composition/server.ts' } } },
  },
});
