import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../shared/api';
import { ApiError } from '../../shared/api-error';
import { unreachable } from '../../shared/error-items';
import { useWait } from '../../shared/wait/use-wait';
import type { UploadedProof } from './kept-proof';
import { ProofError, type ProofImage, proofMessages, readProofImage } from './proof-image';

export type UploadState =
  | { step: 'idle' }
  /** The file is read and made fit, or under way to the server; the picture is there once it has been read. */
  | { step: 'busy'; fileName: string; preview?: string }
  /** `again` is there when the same image may be sent once more. */
  | { step: 'failed'; fileName: string; preview?: string; message: string; again?: () => void };

/** What the person reads when an image did not arrive. */
function reasonOf(error: unknown): { message: string; worthRetrying: boolean } {
  if (error instanceof ProofError) return { message: error.message, worthRetrying: false };
  if (!(error instanceof ApiError)) return { message: proofMessages.unreadable, worthRetrying: false };
  if (error.status === 0)
    return { message: `The image was not sent. ${unreachable.message}`, worthRetrying: true };
  if (error.status === 413) return { message: proofMessages.tooBigToSend, worthRetrying: false };
  return { message: error.message, worthRetrying: error.status === 408 || error.status >= 429 };
}

/**
 * Reads chosen images and sends them, one at a time: a new one ends the one before. `onUploaded` gets what the server
 * has. Leaving the form stops it. `wait`: until when the server takes no more of them.
 */
export function useProofUpload(onUploaded: (proof: UploadedProof) => void) {
  const [state, setState] = useState<UploadState>({ step: 'idle' });
  const wait = useWait();
  const controller = useRef<AbortController | null>(null);

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    setState({ step: 'idle' });
  }, []);

  useEffect(() => () => controller.current?.abort(), []);

  async function upload(file: File, ready?: ProofImage): Promise<void> {
    controller.current?.abort();
    const mine = new AbortController();
    controller.current = mine;
    const fileName = file.name;
    let image = ready;
    setState({ step: 'busy', fileName, ...(image ? { preview: image.preview } : {}) });
    try {
      image ??= await readProofImage(file);
      if (mine.signal.aborted) return;
      const { blob, preview } = image;
      setState({ step: 'busy', fileName, preview });
      const { imageUrl } = await call('uploadProof', { body: blob, signal: mine.signal });
      if (mine.signal.aborted) return;
      setState({ step: 'idle' });
      onUploaded({ imageUrl, fileName, preview });
    } catch (error) {
      if (mine.signal.aborted) return;
      wait.after(error);
      const { message, worthRetrying } = reasonOf(error);
      setState({
        step: 'failed',
        fileName,
        message,
        ...(image ? { preview: image.preview } : {}),
        ...(worthRetrying ? { again: () => void upload(file, image) } : {}),
      });
    }
  }

  return { state, wait, upload: (file: File) => void upload(file), stop };
}
