import { reactRouter } from '@react-router/dev/vite';
import type { Plugin } from 'vite';
import { defaultClientConditions, defineConfig } from 'vite';
import { bundleModules } from './src/app/modules/bundle-modules.ts';
import { offlineWorker } from './src/app/offline/build-worker.ts';

/**
 * Puts the shared styles into cascade layers, so that a screen's styles always win over those of the components it uses.
 * Without layers the loading order of the stylesheets would decide.
 */
function layerSharedStyles(): Plugin {
  const layers = [
    { name: 'base', files: /\/src\/ui\/styles\/base\.css$/ },
    { name: 'utilities', files: /\/src\/ui\/styles\/[\w-]+\.module\.css$/ },
    { name: 'components', files: /\/src\/ui\/components\/.+\.module\.css$/ },
  ];
  const order = `@layer ${layers.map(({ name }) => name).join(', ')};`;
  return {
    name: 'layer-shared-styles',
    enforce: 'pre',
    transform(code, id) {
      const layer = layers.find(({ files }) => files.test(id));
      // Every stylesheet declares the order, because any of them may come first.
      return layer === undefined ? null : { code: `${order} @layer ${layer.name} {\n${code}}`, map: null };
    },
  };
}

/**
 * One file, loaded by every page, holds what at least six routes use: as separate files it would be fifty, and each costs
 * a phone a request. Forms stay out of it, because they bring the form library (limits: `test/build-budget.ts`).
 */
const sharedCode = { name: 'shared', test: /\/src\/(?!ui\/forms\/)/, minShareCount: 6 };

// The process entry is built by Vite too: React Router's typed context only matches when server and storefront share
// one module instance (docs/architecture.md, "One bundle").
export default defineConfig({
  plugins: [layerSharedStyles(), bundleModules(process.env), reactRouter(), offlineWorker()],
  // One stylesheet for the whole shop (24 kB compressed): two dozen small ones cost a phone half a second of requests.
  build: { cssCodeSplit: false },
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [sharedCode] } } } },
      // RxJS offers its code for current browsers under this condition only; without it come its ES5 classes and tslib.
      resolve: { conditions: ['es2015', ...defaultClientConditions] },
    },
    ssr: { build: { rollupOptions: { input: './src/app/process-entry.ts' } } },
  },
});
