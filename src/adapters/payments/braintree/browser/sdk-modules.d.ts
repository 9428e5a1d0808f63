// biome-ignore-all lint/performance/noReExportAll: a CommonJS module is its exports as the default one
/**
 * The provider's CommonJS modules, imported by file so that they share code; the package's main entry points contain
 * prebuilt copies. Their types are those of the entry points.
 */
declare module 'braintree-web/client/index.js' {
  export * as default from 'braintree-web/client';
}

declare module 'braintree-web/hosted-fields/index.js' {
  export * as default from 'braintree-web/hosted-fields';
}

declare module 'braintree-web/three-d-secure/index.js' {
  export * as default from 'braintree-web/three-d-secure';
}

declare module 'braintree-web/data-collector/index.js' {
  export * as default from 'braintree-web/data-collector';
}

declare module 'braintree-web/vault-manager/index.js' {
  export * as default from 'braintree-web/vault-manager';
}

declare module 'braintree-web/paypal-checkout/index.js' {
  export * as default from 'braintree-web/paypal-checkout';
}

declare module 'braintree-web/google-payment/index.js' {
  export * as default from 'braintree-web/google-payment';
}

declare module 'braintree-web/apple-pay/index.js' {
  export * as default from 'braintree-web/apple-pay';
}

declare module 'braintree-web/lib/assets.js' {
  const assets: { readonly loadScript: { clearCache(): void } };
  // biome-ignore lint/style/noDefaultExport: CommonJS modules have a default export
  export default assets;
}
