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
 * What at least five routes use is one file that every page loads; alone it would be fifty, and each costs a phone time to
 * ask and bytes to pack (`test/build-budget.ts` says what a first view weighs).
 */
const sharedCode = { name: 'shared', test: /\/src\//, minShareCount: 5 };

// The process entry is built through Vite as well: React Router's typed context only matches
// when host and storefront share one module instance (docs/architecture.md, "One bundle").
export default defineConfig({
  plugins: [layerSharedStyles(), reactRouter()],
  // One stylesheet for the whole shop (24 kB packed): two dozen small ones took a phone half a second of asking.
  build: { cssCodeSplit: false },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [sharedCode] } } } } },
    ssr: { build: { rollupOptions: { input: './src/app/server.ts' } } },
  },
});
