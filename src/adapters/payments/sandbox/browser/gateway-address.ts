/**
 * The gateway's origin, which a client token of the sandbox carries (base64 of JSON, as Braintree's does).
 * Null for anything that is no such token.
 */
export function readGatewayOrigin(clientToken: string): string | null {
  try {
    const { version, gateway_url } = JSON.parse(atob(clientToken)) as {
      version: unknown;
      gateway_url: unknown;
    };
    const { origin, protocol } = new URL(String(gateway_url));
    return version === 1 && (protocol === 'https:' || protocol === 'http:') ? origin : null;
  } catch {
    return null;
  }
}
