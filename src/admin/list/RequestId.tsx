import Box from '@mui/material/Box';
import { CopyButton } from '../../shared/CopyButton';

/** The end of a request's id, by which requests of one moment are told apart, and the whole of it to copy. */
export function RequestId({ requestId }: { requestId: string | null }) {
  if (!requestId) return '-';
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        verticalAlign: 'top',
        my: -0.5,
        whiteSpace: 'nowrap',
      }}
    >
      <span title={requestId}>…{requestId.slice(-8)}</span>
      <CopyButton value={requestId} label="Copy request id" copiedText="Request id copied" />
    </Box>
  );
}
