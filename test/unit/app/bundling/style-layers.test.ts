import { expect, test } from 'vitest';
import { layerSharedStyles } from '#app/bundling/style-layers.ts';

type Transform = (code: string, id: string) => { readonly code: string } | null;

const transform = layerSharedStyles().transform as Transform;
const layered = (file: string) => transform('.a {}', `/shop/src/ui/${file}`)?.code ?? null;

// From the weakest layer to the strongest.
test.each([
  ['styles/base.css', 'base'],
  ['styles/layout.module.css', 'utilities'],
  ['components/parts/button.module.css', 'parts'],
  ['components/parts/dialog/dialog.module.css', 'parts'],
  ['components/accounts/form.module.css', 'components'],
  ['components/products/product-card.module.css', 'components'],
])('%s is in the layer %s, and declares the order of all', (file, layer) => {
  expect(layered(file)).toBe(`@layer base, utilities, parts, components; @layer ${layer} {\n.a {}}`);
});

test.each(['layout/site-header.module.css', 'screens/carts/cart/cart.module.css', 'styles/fonts.css'])(
  '%s is in no layer, so that it overrides all of them',
  (file) => {
    expect(layered(file)).toBeNull();
  },
);
