import { createContext } from 'react-router';

/**
 * The nonce of the document that is being rendered: it stands in the Content-Security-Policy, and on every script and
 * style element that the server writes. Null where no policy is sent (development).
 */
export const nonceContext = createContext<string | null>(null);
