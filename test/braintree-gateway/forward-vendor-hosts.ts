import type { BrowserContext, Route } from 'playwright';

/** Hosts that the provider's code uses, including third parties. */
const vendorHosts = [
  'braintreegateway.com',
  'braintree-api.com',
  'braintreepayments.com',
  'paypal.com',
  'paypalobjects.com',
  'cardinalcommerce.com',
  'cardinaltrusted.com',
  'pay.google.com',
];

/** Returns whether a URL belongs to a host that only a payment may contact. */
export function isVendorAddress(address: string | URL): boolean {
  const { hostname } = new URL(address);
  return vendorHosts.some((host) => hostname === host || hostname.endsWith(`.${host}`));
}

/**
 * Forwards the requests of a browser context to the provider's hosts to the simulated gateway. The provider's code
 * accepts no other hosts, and forwarding needs no TLS certificate.
 */
export async function forwardVendorHosts(context: BrowserContext, gatewayUrl: string): Promise<void> {
  await context.route(isVendorAddress, (route) => forward(route, gatewayUrl));
}

async function forward(route: Route, gatewayUrl: string): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const origin = (await request.headerValue('origin')) ?? '*';
  try {
    const response = await fetch(`${gatewayUrl}${pathname}${search}`, {
      method: request.method(),
      headers: await headersOf(request),
      body: request.postData(),
    });
    await route.fulfill({
      status: response.status,
      contentType: response.headers.get('content-type') ?? 'text/plain',
      headers: { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true' },
      body: Buffer.from(await response.arrayBuffer()),
    });
  } catch {
    // The gateway has cut the connection, or the page is closed.
    await route.abort('connectionfailed').catch(() => {});
  }
}

async function headersOf(request: ReturnType<Route['request']>): Promise<Record<string, string>> {
  const { authorization, 'content-type': type } = await request.allHeaders();
  return { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) };
}
