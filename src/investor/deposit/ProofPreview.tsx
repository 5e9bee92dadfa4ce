import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined';
import ImageOutlined from '@mui/icons-material/ImageOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Wait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { WaitStatus } from '../../shared/wait/WaitStatus';
import type { UploadedProof } from './kept-proof';
import { useFileDrop } from './use-file-drop';
import type { UploadState } from './use-proof-upload';

interface Props {
  state: UploadState;
  /** Until when it cannot be sent again. */
  wait: Wait;
  /** What the server has and is known here; another one may be under way. */
  proof: UploadedProof | null;
  onReplace: () => void;
  onRemove: () => void;
  /** Stops what is under way, or puts a failure aside. */
  onStop: () => void;
  onDropped: (files: FileList) => void;
}

/** A proof image that is there, under way or refused: a picture of it, how it stands, and what can be done. */
export function ProofPreview({ state, wait, proof, onReplace, onRemove, onStop, onDropped }: Props) {
  const { over, handlers } = useFileDrop(onDropped);
  const idle = state.step === 'idle';
  const preview = idle ? proof?.preview : state.preview;
  const fileName = idle ? (proof?.fileName ?? 'Image') : state.fileName;
  return (
    <Box
      {...handlers}
      sx={{
        border: 1,
        borderColor: over ? 'primary.main' : 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'background.default',
      }}
    >
      <Box sx={{ height: 156, display: 'grid', placeItems: 'center', p: 1.5 }}>
        {preview ? (
          <Box
            component="img"
            src={preview}
            alt="Proof of the payment"
            sx={{
              // The row's height is fixed; the picture keeps its shape within it.
              maxWidth: '100%',
              height: 132,
              objectFit: 'contain',
              borderRadius: 0.5,
              opacity: idle ? 1 : 0.55,
            }}
          />
        ) : (
          <ImageOutlined aria-hidden sx={{ fontSize: 40, color: 'text.secondary' }} />
        )}
      </Box>
      {state.step === 'busy' && <LinearProgress aria-label="Sending the image" />}
      {state.step === 'failed' && (
        <Alert severity="error" sx={{ borderRadius: 0 }}>
          {state.message}
        </Alert>
      )}
      <Stack
        direction="row"
        sx={{
          alignItems: 'center',
          flexWrap: 'wrap',
          gap: 1,
          px: 1.5,
          py: 1,
          borderTop: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Stack
          direction="row"
          role="status"
          sx={{ flex: { xs: '1 1 100%', sm: 1 }, minWidth: 0, alignItems: 'center', gap: 1 }}
        >
          {idle && <CheckCircleOutlined aria-hidden fontSize="small" color="success" />}
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2" noWrap>
              {fileName}
            </Typography>
            <Typography variant="caption" color="textSecondary" component="p">
              {idle && 'Uploaded'}
              {state.step === 'busy' && 'Sending…'}
              {state.step === 'failed' && 'Not sent'}
            </Typography>
          </Box>
        </Stack>
        {state.step === 'busy' && (
          <Button size="small" color="inherit" onClick={onStop}>
            Stop
          </Button>
        )}
        {state.step === 'failed' && state.again && (
          <WaitButton size="small" wait={wait} silent onClick={state.again}>
            Try again
          </WaitButton>
        )}
        {state.step !== 'busy' && (
          <>
            <Button size="small" onClick={onReplace}>
              {idle ? 'Replace' : 'Choose another'}
            </Button>
            <Button size="small" color="inherit" onClick={idle || !proof ? onRemove : onStop}>
              {idle || !proof ? 'Remove' : 'Keep the one before'}
            </Button>
          </>
        )}
      </Stack>
      <WaitStatus wait={wait} what="try again" />
    </Box>
  );
}
