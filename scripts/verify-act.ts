import { createHash, createHmac, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/*
 * Checks what the console gives as the proof of a signed act, by Node's own modules: `npm run verify-act -- FILE`
 * (docs/security.md, "Checking a signed act"). It shares no code with the server, so that a mistake there does not
 * repeat itself here.
 */

interface Proof {
  act: string;
  nonce: string;
  publicKey: string;
  authenticatorData: string;
  clientDataJSON: string;
  signature: string;
  /** Absent from what former versions gave, null once somebody whom the act is about is erased. */
  textKey?: string | null;
}

type Cbor = number | Buffer | Map<number, Cbor>;

/** One item of a COSE key (RFC 8949): numbers, bytes and maps are all there is in one. */
function readCbor(bytes: Buffer, at: number): [item: Cbor, end: number] {
  const head = bytes.readUInt8(at);
  const [major, short] = [head >> 5, head & 31];
  const size = short < 24 ? 0 : 2 ** (short - 24);
  if (size > 4) throw new Error('The public key is no COSE key');
  const value = size === 0 ? short : bytes.readUIntBE(at + 1, size);
  let end = at + 1 + size;
  if (major === 0) return [value, end];
  if (major === 1) return [-1 - value, end];
  if (major === 2) return [bytes.subarray(end, end + value), end + value];
  if (major !== 5) throw new Error('The public key is no COSE key');
  const map = new Map<number, Cbor>();
  for (let index = 0; index < value; index += 1) {
    const [name, afterName] = readCbor(bytes, end);
    const [member, afterMember] = readCbor(bytes, afterName);
    map.set(Number(name), member);
    end = afterMember;
  }
  return [map, end];
}

/** A COSE key (RFC 9053, RFC 8230) as Node has it, of the three kinds that passkeys of the product may be. */
function keyOf(cose: Buffer): { key: KeyObject; digest: string | null } {
  const [map] = readCbor(cose, 0);
  if (!(map instanceof Map)) throw new Error('The public key is no COSE key');
  const part = (name: number) => {
    const bytes = map.get(name);
    if (!Buffer.isBuffer(bytes)) throw new Error('The public key lacks a part');
    return bytes.toString('base64url');
  };
  const jwk = (key: Record<string, string>) => createPublicKey({ key, format: 'jwk' });
  switch (map.get(3)) {
    case -7:
      return { key: jwk({ kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) }), digest: 'sha256' };
    case -8:
      return { key: jwk({ kty: 'OKP', crv: 'Ed25519', x: part(-2) }), digest: null };
    case -257:
      return { key: jwk({ kty: 'RSA', n: part(-1), e: part(-2) }), digest: 'sha256' };
    default:
      throw new Error(`The algorithm ${String(map.get(3))} is not known here`);
  }
}

const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * Checks that a passkey has signed just this act; answers the site it was signed at. Throws and says what is not right.
 * Whose the key was, only the site knows.
 */
export function verifyAct(proof: Proof): { origin: string; present: boolean; verified: boolean } {
  const bytes = (name: Exclude<keyof Proof, 'textKey'>) => Buffer.from(proof[name], 'base64url');
  const client: unknown = JSON.parse(bytes('clientDataJSON').toString('utf8'));
  const said = (name: string): unknown =>
    typeof client === 'object' && client !== null ? Reflect.get(client, name) : undefined;
  if (said('type') !== 'webauthn.get') throw new Error('It is no use of a passkey');
  const challenge = sha256(bytes('nonce'), sha256(proof.act)).toString('base64url');
  if (said('challenge') !== challenge) throw new Error('Another act was signed');
  const data = bytes('authenticatorData');
  const { key, digest } = keyOf(bytes('publicKey'));
  const signed = Buffer.concat([data, sha256(bytes('clientDataJSON'))]);
  if (!verify(digest, signed, key, bytes('signature'))) throw new Error('The signature is not of this key');
  const origin = String(said('origin'));
  if (!data.subarray(0, 32).equals(sha256(new URL(origin).hostname))) {
    throw new Error('The passkey is not of the site that it was used at');
  }
  const flags = data.readUInt8(32);
  return { origin, present: (flags & 1) !== 0, verified: (flags & 4) !== 0 };
}

/** Whether the act holds a text, such as an address or a reason; undefined where nobody can say any more. */
export function holdsText(
  { act, textKey }: Pick<Proof, 'act' | 'textKey'>,
  text: string,
): boolean | undefined {
  if (typeof textKey !== 'string') return undefined;
  const digest = createHmac('sha256', Buffer.from(textKey, 'base64url')).update(text).digest('hex');
  return act.includes(`{"keyed":"${digest}"}`);
}

/** "signed-act.json": says what was signed, or why it does not hold; of texts whether they were. */
function main(path: string | undefined, texts: readonly string[]): void {
  if (path === undefined) throw new Error('Name the file of a proof: npm run verify-act -- FILE [TEXT]...');
  const proof = JSON.parse(readFileSync(path, 'utf8')) as Proof;
  const { origin, present, verified } = verifyAct(proof);
  const person = verified ? 'verified by the passkey' : 'not verified by the passkey';
  console.log(
    `The signature holds. Signed at ${origin}, somebody ${present ? 'was' : 'was not'} there, ${person}:`,
  );
  console.log(JSON.stringify(JSON.parse(proof.act), null, 2));
  for (const text of texts) {
    const holds = holdsText(proof, text);
    const said = holds === undefined ? 'cannot be said any more' : holds ? 'yes' : 'no';
    console.log(`${JSON.stringify(text)} is in it: ${said}`);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  main(process.argv[2], process.argv.slice(3));
