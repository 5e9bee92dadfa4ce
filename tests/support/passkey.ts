import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';

/*
 * An authenticator in software (WebAuthn level 3, sections 5.8, 6.1 and 6.5): makes passkeys and signs with them as a
 * browser would pass it on, and lets a test say what of it is not right.
 */

type Cbor = number | string | Buffer | Map<number | string, Cbor>;

/** The start of a CBOR item (RFC 8949, section 3); lengths and numbers here stay below 65,536. */
function head(major: number, value: number): Buffer {
  const type = major << 5;
  if (value < 24) return Buffer.from([type | value]);
  if (value < 256) return Buffer.from([type | 24, value]);
  return Buffer.from([type | 25, value >> 8, value & 255]);
}

function encode(item: Cbor): Buffer {
  if (typeof item === 'number') return item < 0 ? head(1, -1 - item) : head(0, item);
  if (typeof item === 'string') return Buffer.concat([head(3, Buffer.byteLength(item)), Buffer.from(item)]);
  if (Buffer.isBuffer(item)) return Buffer.concat([head(2, item.length), item]);
  return Buffer.concat([head(5, item.size), ...[...item].flat().map(encode)]);
}

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();

/** Flags of what the authenticator has seen: a person was there and verified; a new credential is attached. */
const present = 0x05;
const attached = 0x40;

interface Site {
  rpId: string;
  origin: string;
}

export class SoftwarePasskey {
  readonly #site: Site;
  readonly #id = randomBytes(32);
  readonly #key: { privateKey: KeyObject; publicKey: KeyObject };
  #counter = 0;

  constructor(site: Site) {
    this.#site = site;
    this.#key = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  }

  #clientData(type: string, challenge: string, origin: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  }

  #authenticatorData(flags: number, credential: Buffer): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter);
    return Buffer.concat([sha256(this.#site.rpId), Buffer.from([flags]), counter, credential]);
  }

  #answer<T extends object>(response: T) {
    const id = this.#id.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response } as const;
  }

  /** What the browser answers to the options of a registration. */
  register(challenge: string, origin = this.#site.origin) {
    const { x = '', y = '' } = this.#key.publicKey.export({ format: 'jwk' });
    // A COSE key: EC2, ES256, P-256.
    const key = encode(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const length = Buffer.from([this.#id.length >> 8, this.#id.length & 255]);
    const authData = this.#authenticatorData(
      present | attached,
      Buffer.concat([Buffer.alloc(16), length, this.#id, key]),
    );
    const attestation = new Map<string, Cbor>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ]);
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge, origin).toString('base64url'),
      attestationObject: encode(attestation).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** What the browser answers to the options of a sign-in; each use counts, unless `counted` is false. */
  sign(challenge: string, { origin = this.#site.origin, counted = true } = {}) {
    if (counted) this.#counter += 1;
    const authenticatorData = this.#authenticatorData(present, Buffer.alloc(0));
    const clientData = this.#clientData('webauthn.get', challenge, origin);
    const signature = createSign('sha256')
      .update(Buffer.concat([authenticatorData, sha256(clientData)]))
      .sign(this.#key.privateKey);
    return this.#answer({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    });
  }
}
