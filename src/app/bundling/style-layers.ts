import type { Plugin } from 'vite';

/**
 * Puts the shared styles into cascade layers, so that a screen's styles always win over those of the components it uses.
 * Without layers the loading order of the stylesheets would decide.
 */
export function layerSharedStyles(): Plugin {
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
