import type { Plugin } from 'vite';

/** Cascade layers in ascending priority. */
const layers = [
  { name: 'base', files: /\/src\/ui\/styles\/base\.css$/ },
  { name: 'utilities', files: /\/src\/ui\/styles\/[\w-]+\.module\.css$/ },
  { name: 'parts', files: /\/src\/ui\/components\/parts\/.+\.module\.css$/ },
  { name: 'components', files: /\/src\/ui\/components\/(?!parts\/).+\.module\.css$/ },
];

/**
 * Puts shared styles into cascade layers, so that a screen's styles override those of its components, and an area's
 * components override shared components. Without layers, the loading order of stylesheets would decide.
 */
export function layerSharedStyles(): Plugin {
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
