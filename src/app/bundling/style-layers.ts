import type { Plugin } from 'vite';

/** The cascade layers, each of which wins over those before it. */
const layers = [
  { name: 'base', files: /\/src\/ui\/styles\/base\.css$/ },
  { name: 'utilities', files: /\/src\/ui\/styles\/[\w-]+\.module\.css$/ },
  { name: 'parts', files: /\/src\/ui\/components\/parts\/.+\.module\.css$/ },
  { name: 'components', files: /\/src\/ui\/components\/(?!parts\/).+\.module\.css$/ },
];

/**
 * Puts the shared styles into cascade layers, so that a screen's styles always win over those of the components it
 * uses, and those of an area's components over those of the parts that all areas use. Without layers the loading order
 * of the stylesheets would decide.
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
