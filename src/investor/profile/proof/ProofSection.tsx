import Alert from '@mui/material/Alert';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sharedRefusals } from '../../../../contract/messages';
import { call } from '../../../shared/api';
import { apiErrorOf } from '../../../shared/api-error';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { PageSection } from '../../../shared/PageSection';
import { saveFile } from '../../../shared/save-file';
import { useWait } from '../../../shared/wait/use-wait';
import { WaitButton } from '../../../shared/wait/WaitButton';

const loadProofFile = lazyCode(() => import('./proof-file'));

/** 'Proof of your entries': a file that shows offline that they are in the signed history. */
export function ProofSection() {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const wait = useWait();

  async function download(): Promise<void> {
    setBusy(true);
    setFailure(null);
    setSaved(false);
    try {
      const [proof, { proofFile }] = await Promise.all([call('readHistoryProof'), loadProofFile()]);
      const { file, name } = proofFile(proof);
      saveFile(file, name);
      setSaved(true);
    } catch (error) {
      wait.after(error);
      setFailure(apiErrorOf(error)?.message ?? sharedRefusals.internal);
    } finally {
      setBusy(false);
    }
  }

  return (
    <PageSection
      id="proof"
      title="Proof of your entries"
      lead="A file that checks itself, without a network: whether each of your entries is in the history that we signed, and whether that history still begins as it did in an earlier file of yours."
    >
      <WaitButton variant="outlined" wait={wait} disabled={busy} loading={busy} onClick={() => download()}>
        Download proof
      </WaitButton>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1.5, minHeight: '1.5em' }}>
        {busy && 'The proof is being put together.'}
        {saved && 'Saved. Open it in any browser; keep it to compare it with a later one.'}
      </Typography>
      {failure && <Alert severity="error">{failure}</Alert>}
    </PageSection>
  );
}
