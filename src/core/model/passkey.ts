import * as z from 'zod/mini';
import { type Infer, instant, line } from './primitives.ts';

/** Maximum number of passkeys of an account. */
export const maxPasskeys = 20;

/** A passkey of a learner, as its owner sees it. */
export const passkey = z.object({
  id: z.string(),
  /** Chosen by the learner; initially the device on which it was created. Can be empty. */
  name: z.string(),
  /** Whether it is synchronised to other devices of the learner. */
  is_synced: z.boolean(),
  created_at: instant,
  /** Null if never used to log in. */
  last_used_at: z.nullable(instant),
});

export type Passkey = Infer<typeof passkey>;

const base64url = (most: number) => z.string().check(z.regex(/^[A-Za-z0-9_-]+$/), z.maxLength(most));

/** Maximum length of a credential id: 1,023 bytes as base64url (WebAuthn, section 4). */
const credentialId = base64url(1_364);

const credentialType = z.literal('public-key');

const transports = z.array(line(32)).check(z.maxLength(10));

/** Result of creating a passkey (WebAuthn's `RegistrationResponseJSON`). */
export const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4_096),
    attestationObject: base64url(32_768),
    transports: z.optional(transports),
  }),
});

export type NewCredential = Infer<typeof newCredential>;

/** Result of signing a challenge (WebAuthn's `AuthenticationResponseJSON`). */
export const signedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: credentialType,
  response: z.object({
    clientDataJSON: base64url(4_096),
    authenticatorData: base64url(4_096),
    signature: base64url(4_096),
    userHandle: z.optional(base64url(128)),
  }),
});

export type SignedCredential = Infer<typeof signedCredential>;

/** Options for creating a passkey (WebAuthn's `PublicKeyCredentialCreationOptionsJSON`). */
export const creationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: credentialType, alg: z.int() })),
  timeout: z.int(),
  excludeCredentials: z.array(z.object({ type: credentialType, id: z.string(), transports })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
});

export type CreationOptions = Infer<typeof creationOptions>;

/** Options for signing with any passkey of the shop (WebAuthn's `PublicKeyCredentialRequestOptionsJSON`). */
export const requestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
});

export type RequestOptions = Infer<typeof requestOptions>;
