import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { NewCredential, SignedCredential } from '#core/model/passkey.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/**
 * The signatures that the shop accepts, by their numbers in COSE: ES256, EdDSA, RS256. Every device knows one of them.
 */
export const algorithms = [-7, -8, -257] as const;

/** Loaded with the first passkey: 5 MB that a shop without passkeys does not need. */
const load = () => import('@simplewebauthn/server');

/** The site that devices make passkeys for: the host of `SITE_URL`. */
export function relyingParty({ settings }: Pick<ServerContext, 'settings'>): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(settings.siteUrl);
  return { id: hostname, origin };
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Checks what a device has made for a challenge; null when anything is wrong with it. */
export async function verifyNewCredential(
  context: Pick<ServerContext, 'settings'>,
  { id, rawId, type, response }: NewCredential,
  challenge: string,
): Promise<Made | null> {
  const party = relyingParty(context);
  const { clientDataJSON, attestationObject } = response;
  return quietly(async () => {
    if (await isAttested(attestationObject)) return null;
    const { verifyRegistrationResponse } = await load();
    const verified = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      supportedAlgorithmIDs: [...algorithms],
    });
    return verified.registrationInfo ?? null;
  });
}

/**
 * Whether a device brings certificates of its maker. The shop asks for none, and checking them would load addresses
 * that they name.
 */
async function isAttested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')));
  const format = decoded.get('fmt');
  return format !== 'none' && (format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

interface StoredKey {
  readonly credential_id: string;
  readonly public_key: Uint8Array;
  readonly sign_count: number;
}

/**
 * Checks a signed challenge with a stored key; null when anything is wrong with it, also a counter that did not grow.
 */
export async function verifySignedCredential(
  context: Pick<ServerContext, 'settings'>,
  { id, rawId, type, response }: SignedCredential,
  { challenge, key }: { readonly challenge: string; readonly key: StoredKey },
): Promise<VerifiedAuthenticationResponse['authenticationInfo'] | null> {
  const party = relyingParty(context);
  const { clientDataJSON, authenticatorData, signature } = response;
  return quietly(async () => {
    const { verifyAuthenticationResponse } = await load();
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: {
        id: key.credential_id,
        publicKey: new Uint8Array(key.public_key),
        counter: key.sign_count,
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo : null;
  });
}

/** The library throws for whatever a client can get wrong; nothing here reads the database. */
async function quietly<Value>(work: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
