import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import type { AuditEventView } from '../../../contract/audit';
import { saveFile } from '../../shared/save-file';
import { toastErrors } from '../../shared/toasts';
import { useConsoleProvider } from '../provider/console-calls';

const download = 'Download the proof';

/** Says that a passkey has signed the act of an event, and gives what anybody can check that by. */
export function SignedMark({ event: { signed } }: { event: AuditEventView }) {
  const provider = useConsoleProvider();
  const [busy, setBusy] = useState(false);
  // Other hosts say nothing of it.
  if (!signed) return null;
  const { proofId, factor } = signed;

  async function save(): Promise<void> {
    setBusy(true);
    try {
      const proof = await provider.readActProof({ proofId });
      const file = new Blob([JSON.stringify(proof, null, 2)], { type: 'application/json' });
      saveFile(file, `signed-act-${proofId}.json`);
    } catch (error) {
      toastErrors(error);
    }
    setBusy(false);
  }

  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.5, fontSize: '0.8125rem' }}>
      <KeyOutlined aria-hidden sx={{ fontSize: 16, color: 'primary.main' }} />
      <span>Signed with {factor === null ? 'a passkey since removed' : `a passkey, ${factor}`}</span>
      <Tooltip title={download}>
        <IconButton size="small" aria-label={download} loading={busy} onClick={() => void save()}>
          <DownloadOutlined fontSize="small" />
        </IconButton>
      </Tooltip>
    </Box>
  );
}
