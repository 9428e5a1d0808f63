/**
 * The provider's modules by the files that share code; the package's own entry names would bring prebuilt copies of it.
 * Their types stand under the entry names.
 */
declare module 'braintree-web/client/index.js' {
  import type { create } from 'braintree-web/client';

  const client: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default client;
}

declare module 'braintree-web/hosted-fields/index.js' {
  import type { create } from 'braintree-web/hosted-fields';

  const hostedFields: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default hostedFields;
}

declare module 'braintree-web/three-d-secure/index.js' {
  import type { create } from 'braintree-web/three-d-secure';

  const threeDSecure: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default threeDSecure;
}

declare module 'braintree-web/data-collector/index.js' {
  import type { create } from 'braintree-web/data-collector';

  const dataCollector: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default dataCollector;
}

declare module 'braintree-web/vault-manager/index.js' {
  import type { create } from 'braintree-web/vault-manager';

  const vaultManager: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default vaultManager;
}

declare module 'braintree-web/paypal-checkout/index.js' {
  import type { create } from 'braintree-web/paypal-checkout';

  const paypalCheckout: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default paypalCheckout;
}

declare module 'braintree-web/google-payment/index.js' {
  import type { create } from 'braintree-web/google-payment';

  const googlePayment: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default googlePayment;
}

declare module 'braintree-web/apple-pay/index.js' {
  import type { create } from 'braintree-web/apple-pay';

  const applePay: { readonly create: typeof create };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default applePay;
}

declare module 'braintree-web/lib/assets.js' {
  const assets: { readonly loadScript: { clearCache(): void } };
  // biome-ignore lint/style/noDefaultExport: what a CommonJS module is, seen from here
  export default assets;
}
