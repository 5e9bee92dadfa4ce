import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign as signBytes,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { type Head, hashLength } from './merkle';

/*
 * Checkpoints: C2SP tlog-checkpoint in C2SP signed-note, as witnesses and monitors of transparency logs read them
 * (docs/ledger.md, "Checkpoints").
 */

const verifyBytes = promisify(verify);

/** What a checkpoint says. */
export interface Checkpoint extends Head {
  /** Which history it is of. */
  origin: string;
  sealedAt: Date;
}

/** Signs checkpoints; its key is outside the database. */
export interface CheckpointKey {
  /** The public key and its name, in one line, as the tools of signed notes want it. */
  verifierKey(name: string): string;
  /** The whole note. */
  sign(checkpoint: Checkpoint): string;
}

/** Of Ed25519, in signed notes. */
const algorithm = 1;
const idLength = 4;
/** Before the 32 bytes of an Ed25519 key in DER (RFC 8410). */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex');
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex');

const keyIdOf = (name: string, key: Buffer) =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(algorithm))
    .update(key)
    .digest()
    .subarray(0, idLength);

/** The key made of 32 secret bytes. */
export function createCheckpointKey(seed: Uint8Array): CheckpointKey {
  const key = createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), format: 'der', type: 'pkcs8' });
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' });
  const publicKey = spki.subarray(publicPrefix.length);
  return {
    verifierKey(name) {
      const bytes = Buffer.concat([Buffer.of(algorithm), publicKey]);
      return `${name}+${keyIdOf(name, publicKey).toString('hex')}+${bytes.toString('base64')}`;
    },
    sign(checkpoint) {
      const { origin } = checkpoint;
      const text = bodyOf(checkpoint);
      const signature = Buffer.concat([keyIdOf(origin, publicKey), signBytes(null, Buffer.from(text), key)]);
      return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
    },
  };
}

const bodyOf = ({ origin, size, root, sealedAt }: Checkpoint) =>
  `${origin}\n${size}\n${root.toString('base64')}\ntime ${sealedAt.toISOString()}\n`;

const body =
  /^(?<origin>[^\s+]+)\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\ntime (?<time>[0-9T:.Z-]{24})\n$/;

/** What a note says, whoever signed it; undefined when it is no checkpoint of ours. */
export function readCheckpoint(note: string): Checkpoint | undefined {
  const { origin, size, root, time } = body.exec(note.slice(0, note.indexOf('\n\n') + 1))?.groups ?? {};
  if (origin === undefined || size === undefined || root === undefined || time === undefined)
    return undefined;
  const bytes = Buffer.from(root, 'base64');
  const sealedAt = new Date(time);
  if (bytes.length !== hashLength || Number.isNaN(sealedAt.getTime())) return undefined;
  return { origin, size: Number(size), root: bytes, sealedAt };
}

/** Checks signatures of one key. */
export interface CheckpointVerifier {
  /** As it was given. */
  key: string;
  /** Whether a note is signed by this key. */
  signed(note: string): Promise<boolean>;
}

/** The verifier of a public key, `NAME+ID+KEY`; undefined when it is none. */
export function createVerifier(verifierKey: string): CheckpointVerifier | undefined {
  const [, name = '', id = '', encoded = ''] =
    /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(verifierKey.trim()) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const publicKey = bytes.subarray(1);
  if (bytes[0] !== algorithm || publicKey.length !== 32) return undefined;
  if (keyIdOf(name, publicKey).toString('hex') !== id) return undefined;
  const key: KeyObject = createPublicKey({
    key: Buffer.concat([publicPrefix, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return {
    key: verifierKey.trim(),
    async signed(note) {
      const end = note.indexOf('\n\n') + 1;
      if (end === 0) return false;
      const text = Buffer.from(note.slice(0, end));
      for (const line of note.slice(end + 1).split('\n')) {
        const [dash, signer, signature, ...rest] = line.split(' ');
        if (dash !== '—' || signer !== name || signature === undefined || rest.length > 0) continue;
        const bytes = Buffer.from(signature, 'base64');
        const ours = bytes.subarray(0, idLength).toString('hex') === id;
        // By another thread: a long history has many of them.
        if (ours && (await verifyBytes(null, text, key, bytes.subarray(idLength)))) return true;
      }
      return false;
    },
  };
}

/** A checkpoint with the signatures below it, which are lines of their own. */
const noteInFile = /^[^\s+]+\n\d+\n[A-Za-z0-9+/]{43}=\ntime [0-9T:.Z-]{24}\n\n(?:— [^\n]+\n)+/gm;

/** The whole of a signature line of ours: what was being written when a disk was full is a part of one. */
const wholeSignature = /^— [^\s+]+ [A-Za-z0-9+/]{91}=$/m;

/** A checkpoint, and the note that it was read from. */
export interface SignedCheckpoint {
  note: string;
  checkpoint: Checkpoint;
}

/** The checkpoints of a file, in their order; what is no checkpoint, such as one that was not written to its end, is left out. */
export function readCheckpoints(file: string): SignedCheckpoint[] {
  const notes = file.match(noteInFile) ?? [];
  return notes.flatMap((note) => {
    const checkpoint = wholeSignature.test(note) ? readCheckpoint(note) : undefined;
    return checkpoint ? [{ note, checkpoint }] : [];
  });
}
