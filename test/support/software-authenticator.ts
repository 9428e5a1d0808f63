import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type * as z from 'zod/mini';
import type {
  CreationOptions,
  newCredential,
  RequestOptions,
  SignedCredential,
} from '#core/model/passkey.ts';

/** Changes to a correct authenticator, for tests of refusals. */
interface Changes {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the user was verified by face, finger or PIN. */
  readonly isVerified?: boolean;
  /** Whether passkeys are copied to other devices. */
  readonly isSynced?: boolean;
  /** Signature counter; by default one more than the last one. */
  readonly count?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
  /** Signs with another key. */
  readonly isForged?: boolean;
  /** Sends a certificate of the manufacturer, which was not requested. */
  readonly isAttested?: boolean;
}

/** Creates a device with passkeys, like a security key. It returns the responses that a browser would pass on. */
export function createSoftwareAuthenticator(origin: string) {
  const keys = new Map<string, { privateKey: KeyObject; userHandle: string; count: number }>();

  function credentialOf(id: string) {
    return { id, rawId: id, type: 'public-key' as const };
  }

  function clientData(type: string, challenge: string, changes: Changes): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge: changes.challenge ?? challenge, origin: changes.origin ?? origin }),
    );
  }

  return {
    create({ rp, user, challenge }: CreationOptions, changes: Changes = {}): z.output<typeof newCredential> {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      const name = id.toString('base64url');
      const count = changes.count ?? 1;
      keys.set(name, { privateKey, userHandle: user.id, count });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(changes.rpId ?? rp.id, count, 0x40 | flagsOf(changes)),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const statement = changes.isAttested
        ? map([
            [text('alg'), integer(-7)],
            [text('sig'), bytes(randomBytes(64))],
            [text('x5c'), list([bytes(randomBytes(64))])],
          ])
        : map([]);
      const attestationObject = map([
        [text('fmt'), text(changes.isAttested ? 'packed' : 'none')],
        [text('attStmt'), statement],
        [text('authData'), bytes(authData)],
      ]);
      return {
        ...credentialOf(name),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, changes).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['usb'],
        },
      };
    },

    /** Signs with the passkey `name`, by default the newest. */
    sign(
      { rpId, challenge }: RequestOptions,
      changes: Changes = {},
      name = [...keys.keys()].at(-1) ?? '',
    ): SignedCredential {
      const key = keys.get(name);
      if (key === undefined) throw new Error('This authenticator has no passkey');
      key.count = changes.count ?? key.count + 1;
      const data = authenticatorData(changes.rpId ?? rpId, key.count, flagsOf(changes));
      const client = clientData('webauthn.get', challenge, changes);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const privateKey = changes.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : key.privateKey;
      return {
        ...credentialOf(name),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: changes.userHandle ?? key.userHandle,
        },
      };
    },
  };
}

/** Flags: user present, user verified, backup eligible and backed up. */
function flagsOf({ isVerified = true, isSynced = false }: Changes): number {
  return 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0);
}

function authenticatorData(rpId: string, count: number, flags: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

/** Encodes an ES256 key in COSE (RFC 9053). */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [integer(1), integer(2)],
    [integer(3), integer(-7)],
    [integer(-1), integer(1)],
    [integer(-2), bytes(Buffer.from(x, 'base64url'))],
    [integer(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** Encodes the head of a CBOR value (RFC 8949) of up to 65,535. */
function head(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 0xff]);
}

const integer = (value: number) => (value < 0 ? head(1, -1 - value) : head(0, value));
const bytes = (value: Buffer) => Buffer.concat([head(2, value.length), value]);
const text = (value: string) => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const list = (items: readonly Buffer[]) => Buffer.concat([head(4, items.length), ...items]);
const map = (entries: readonly (readonly [Buffer, Buffer])[]) =>
  Buffer.concat([head(5, entries.length), ...entries.flat()]);
