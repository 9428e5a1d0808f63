import type { TokenReader } from '#ports/access-tokens.ts';

/** Creates a reader for the payload of tokens (Base64 and JSON), without a library. */
export function createMemoryTokenReader(): TokenReader {
  return {
    readPayload(token) {
      const [header, payload, ...rest] = token.split('.');
      if (header === undefined || payload === undefined || rest.length !== 1) return null;
      try {
        const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
        const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
        return isObject ? (value as Record<string, unknown>) : null;
      } catch {
        return null;
      }
    },
  };
}
