import type { APIRequestContext } from '@playwright/test';

/** Sends a request to the API and returns the body of its response. Throws when the API returns an error status. */
export async function post(request: APIRequestContext, path: string, data: object, headers = {}) {
  const response = await request.fetch(`/api/${path}`, {
    method: path === 'cart/shipping_address' ? 'PATCH' : 'POST',
    data,
    headers,
  });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}
