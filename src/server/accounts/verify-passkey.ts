import type { VerifiedAuthenticationResponse, VerifiedRegistrationResponse } from '@simplewebauthn/server';
import type { NewCredential, SignedCredential } from '#core/model/passkey.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Accepted signature algorithms by their COSE numbers: ES256, EdDSA, RS256. Every device supports one of them. */
export const algorithms = [-7, -8, -257] as const;

/** Loaded on first use: 5 MB that a shop without passkeys does not need. */
const load = () => import('@simplewebauthn/server');

/** Returns the relying party of passkeys: the host of `SITE_URL`. */
export function relyingParty({ settings }: Pick<ServerContext, 'settings'>): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(settings.siteUrl);
  return { id: hostname, origin };
}

type Made = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

/** Verifies a credential that a device has created for a challenge; null when it is invalid. */
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
 * Whether a credential has certificates of the device's maker. The shop requests none, and checking them would load the
 * URLs in them.
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

/** Verifies a signed challenge with a stored key; null when it is invalid or the counter did not grow. */
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

/**
 * Returns null when `work` throws: the library throws on invalid client input. `work` must not use the database,
 * because this would hide its errors.
 */
async function quietly<Value>(work: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await work();
  } catch {
    return null;
  }
}
