/** Which pages may embed the gateway's frames. */
export type ShopOrigins = '*' | readonly string[];

const loopbackHosts = ['localhost', '127.0.0.1'];

/**
 * The origin a frame was asked for, when it may embed frames; null otherwise. `*` stands for this machine only:
 * any port of localhost or 127.0.0.1, http or https.
 */
export function admitOrigin(asked: string, allowed: ShopOrigins): string | null {
  if (!URL.canParse(asked)) return null;
  const { protocol, origin, hostname } = new URL(asked);
  // The origin goes into a policy header: only its normal form may pass.
  if (origin !== asked || (protocol !== 'http:' && protocol !== 'https:')) return null;
  const isAdmitted = allowed === '*' ? loopbackHosts.includes(hostname) : allowed.includes(origin);
  return isAdmitted ? origin : null;
}
