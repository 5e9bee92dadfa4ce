import { enumValues } from '../../../contract/enum-values';
import { limits } from '../../../contract/limits';
import { sharedRefusals } from '../../../contract/messages';

/** Why an image cannot be used, in words for the person. */
export class ProofError extends Error {}

export const proofMessages = {
  notAnImage: 'This is not an image we can read. Choose a JPEG, PNG or WebP.',
  tooBig: 'This file is larger than 40 MB. Choose a smaller image.',
  tooBigToSend: 'This image is too large to be sent. Choose a smaller one.',
  unreadable: sharedRefusals.imageUnreadable,
} as const;

/** Bytes a browser is asked to decode; photos of phones have less than half of it. */
const fileLimit = 40 * 1024 * 1024;
/**
 * Bytes worth sending as they are. An image must arrive within two minutes, on a slow connection too, so more is made
 * smaller before.
 */
const easyToSend = 700 * 1024;
/** The longer side of what is shown in the form, in pixels. */
const previewSide = 480;

export interface ProofImage {
  /** What is sent. */
  blob: Blob;
  /** A small picture as a data: URL. */
  preview: string;
}

/** The formats of images, as a file input's `accept` wants them. */
export const proofAccept = enumValues.proofTypes.join(',');

/** The first image among dropped or pasted files, else the first file, so that the person is told why not. */
export function pickImage(files: FileList | null | undefined): File | undefined {
  const list = [...(files ?? [])];
  return list.find(({ type }) => type.startsWith('image/')) ?? list[0];
}

/** Reads a chosen file and makes it fit to be sent. Throws ProofError, with what to tell the person. */
export async function readProofImage(file: File): Promise<ProofImage> {
  if (!enumValues.proofTypes.some((type) => type === file.type))
    throw new ProofError(proofMessages.notAnImage);
  if (file.size > fileLimit) throw new ProofError(proofMessages.tooBig);
  let bitmap: ImageBitmap;
  try {
    bitmap = await createImageBitmap(file);
  } catch {
    throw new ProofError(proofMessages.unreadable);
  }
  try {
    const preview = drawn(bitmap, previewSide).toDataURL('image/jpeg', 0.8);
    const small = file.size <= easyToSend && Math.max(bitmap.width, bitmap.height) <= limits.proofSide;
    return { blob: small ? file : await shrink(bitmap), preview };
  } finally {
    bitmap.close();
  }
}

function drawn(bitmap: ImageBitmap, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  const context = canvas.getContext('2d');
  if (!context) throw new ProofError(proofMessages.unreadable);
  // A JPEG has no transparency: what shows through would be black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  return canvas;
}

/** The image with its longer side at most what the server keeps, as a JPEG that is easy to send if it can be. */
async function shrink(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = drawn(bitmap, limits.proofSide);
  let blob: Blob | null = null;
  for (const quality of [0.86, 0.72, 0.55]) {
    blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
    if (blob && blob.size <= easyToSend) break;
  }
  if (!blob) throw new ProofError(proofMessages.unreadable);
  return blob;
}
