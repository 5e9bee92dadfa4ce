import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import type { DepositForm } from '../../../contract/transaction';
import type { FilledDeposit } from './deposit-form';
import { dropProof, keepProof, readProof, type UploadedProof } from './kept-proof';
import { ProofDropArea } from './ProofDropArea';
import { ProofPreview } from './ProofPreview';
import { pickImage, proofAccept } from './proof-image';
import { useProofUpload } from './use-proof-upload';

interface Props {
  control: Control<DepositForm, unknown, FilledDeposit>;
  /** Whether the field is in view: only then is a pasted image meant for it. */
  active: boolean;
  onUploading: (uploading: boolean) => void;
}

/** The optional proof image of a deposit: chosen, dropped or pasted, sent at once, shown, replaced or removed. */
export function ProofField({ control, active, onUploading }: Props) {
  const { field, fieldState } = useController({ control, name: 'imageUrl' });
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const [removed, setRemoved] = useState(false);

  function onUploaded(proof: UploadedProof): void {
    keepProof(proof);
    field.onChange(proof.imageUrl);
  }
  const { state, wait, upload, stop } = useProofUpload(onUploaded);
  const busy = state.step === 'busy';

  useEffect(() => onUploading(busy), [busy, onUploading]);

  function take(files: FileList | null | undefined): void {
    const file = pickImage(files);
    if (!file) return;
    setRemoved(false);
    upload(file);
  }

  useEffect(() => {
    if (!active) return;
    function onPaste(event: ClipboardEvent): void {
      const files = event.clipboardData?.files;
      // Pasted text belongs to the field it is pasted into.
      if (!files?.length) return;
      event.preventDefault();
      take(files);
    }
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  });

  function remove(): void {
    stop();
    dropProof(field.value);
    field.onChange('');
    setRemoved(true);
  }

  const choose = () => input.current?.click();
  const proof = field.value ? readProof(field.value) : null;
  return (
    <Box role="group" aria-labelledby={labelId}>
      <Typography id={labelId} variant="subtitle2" sx={{ mb: 1 }}>
        Proof image{' '}
        <Typography component="span" variant="inherit" color="textSecondary" sx={{ fontWeight: 400 }}>
          (optional)
        </Typography>
      </Typography>
      <input
        ref={input}
        type="file"
        accept={proofAccept}
        hidden
        aria-label="Proof image"
        onChange={(event) => {
          take(event.target.files);
          // Choosing the same file again is a change as well.
          event.target.value = '';
        }}
      />
      {state.step !== 'idle' || field.value ? (
        <ProofPreview
          state={state}
          wait={wait}
          proof={proof}
          onReplace={choose}
          onRemove={remove}
          onStop={stop}
          onDropped={take}
        />
      ) : (
        <ProofDropArea
          onChoose={choose}
          onDropped={take}
          error={fieldState.error?.message}
          focusOnShow={removed}
        />
      )}
    </Box>
  );
}
