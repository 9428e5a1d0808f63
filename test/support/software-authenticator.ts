import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type * as z from 'zod/mini';
import type {
  CreationOptions,
  newCredential,
  RequestOptions,
  SignedCredential,
} from '#core/model/passkey.ts';

/** What the authenticator does differently, to see it refused. */
interface Twist {
  readonly origin?: string;
  readonly rpId?: string;
  /** Whether the person was asked by face, finger or PIN. */
  readonly isVerified?: boolean;
  /** Whether it copies its passkeys to other devices. */
  readonly isSynced?: boolean;
  /** What it has counted; by default one more than the last time. */
  readonly count?: number;
  readonly challenge?: string;
  readonly userHandle?: string;
  /** Signs with another key. */
  readonly isForged?: boolean;
  /** Brings a certificate of its maker, which nobody asked for. */
  readonly isAttested?: boolean;
}

/** A device with passkeys, like a security key: makes and signs what a browser would hand over. */
export function createSoftwareAuthenticator(origin: string) {
  const keys = new Map<string, { privateKey: KeyObject; userHandle: string; count: number }>();

  function answerOf(id: string) {
    return { id, rawId: id, type: 'public-key' as const };
  }

  function clientData(type: string, challenge: string, twist: Twist): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge: twist.challenge ?? challenge, origin: twist.origin ?? origin }),
    );
  }

  return {
    create({ rp, user, challenge }: CreationOptions, twist: Twist = {}): z.output<typeof newCredential> {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      const name = id.toString('base64url');
      const count = twist.count ?? 1;
      keys.set(name, { privateKey, userHandle: user.id, count });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const authData = Buffer.concat([
        authenticatorData(twist.rpId ?? rp.id, count, 0x40 | flagsOf(twist)),
        Buffer.alloc(16),
        length,
        id,
        coseKey(publicKey),
      ]);
      const statement = twist.isAttested
        ? map([
            [text('alg'), integer(-7)],
            [text('sig'), bytes(randomBytes(64))],
            [text('x5c'), list([bytes(randomBytes(64))])],
          ])
        : map([]);
      const attestationObject = map([
        [text('fmt'), text(twist.isAttested ? 'packed' : 'none')],
        [text('attStmt'), statement],
        [text('authData'), bytes(authData)],
      ]);
      return {
        ...answerOf(name),
        response: {
          clientDataJSON: clientData('webauthn.create', challenge, twist).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['usb'],
        },
      };
    },

    /** Signs with the passkey that was made last, or the one that is named. */
    sign(
      { rpId, challenge }: RequestOptions,
      twist: Twist = {},
      name = [...keys.keys()].at(-1) ?? '',
    ): SignedCredential {
      const key = keys.get(name);
      if (key === undefined) throw new Error('This authenticator has no passkey');
      key.count = twist.count ?? key.count + 1;
      const data = authenticatorData(twist.rpId ?? rpId, key.count, flagsOf(twist));
      const client = clientData('webauthn.get', challenge, twist);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      const privateKey = twist.isForged
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : key.privateKey;
      return {
        ...answerOf(name),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          userHandle: twist.userHandle ?? key.userHandle,
        },
      };
    },
  };
}

/** User present and verified; can be copied, and is. */
function flagsOf({ isVerified = true, isSynced = false }: Twist): number {
  return 0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0);
}

function authenticatorData(rpId: string, count: number, flags: number): Buffer {
  const tail = Buffer.alloc(5);
  tail.writeUInt8(flags);
  tail.writeUInt32BE(count, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), tail]);
}

/** An ES256 key as COSE writes it (RFC 9053). */
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

/** The head of a CBOR value (RFC 8949) of up to 65,535. */
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
