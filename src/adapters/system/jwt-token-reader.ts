import { jwtDecode } from 'jwt-decode';
import type { TokenReader } from '#ports/browser/access-tokens.ts';

/** Reads the payload of signed tokens (JWT). */
export function createJwtTokenReader(): TokenReader {
  return {
    readPayload(token) {
      try {
        const payload: unknown = jwtDecode(token);
        const isObject = typeof payload === 'object' && payload !== null && !Array.isArray(payload);
        return isObject ? (payload as Record<string, unknown>) : null;
      } catch {
        return null;
      }
    },
  };
}
