import { expect, test } from 'vitest';
import { readGatewayOrigin } from '../../src/browser/gateway-frames.ts';

function token(content: unknown): string {
  return btoa(JSON.stringify(content));
}

test('reads the gateway out of a client token', () => {
  expect(readGatewayOrigin(token({ version: 1, gateway_url: 'http://127.0.0.1:4001' }))).toBe(
    'http://127.0.0.1:4001',
  );
});

test.each([
  'no token',
  '',
  token(null),
  token({ version: 2, gateway_url: 'http://127.0.0.1:4001' }),
  token({ version: 1 }),
  token({ version: 1, gateway_url: 'javascript:alert(1)' }),
  token({ version: 1, gateway_url: 'data:text/html,x' }),
])('takes %s for no token', (text) => {
  expect(readGatewayOrigin(text)).toBeNull();
});
