import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { sharedRefusals } from '../../../contract/messages';
import { call } from '../../shared/api';
import { apiErrorOf } from '../../shared/api-error';
import { lazyCode } from '../../shared/loading/lazy-code';
import { PageSection } from '../../shared/PageSection';
import { saveFile } from '../../shared/save-file';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';

const loadDataFile = lazyCode(() => import('./data-file'));

const forms = [
  { form: 'page', label: 'Download to read' },
  { form: 'json', label: 'Download as JSON' },
] as const;
type Form = (typeof forms)[number]['form'];

/** 'Your data': all that is stored about the person, to be kept as a page or as data. */
export function DataSection() {
  const [busy, setBusy] = useState<Form | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [saved, setSaved] = useState(false);
  const wait = useWait();

  async function download(form: Form): Promise<void> {
    setBusy(form);
    setFailure(null);
    setSaved(false);
    try {
      const [data, { dataFile }] = await Promise.all([call('readOwnData'), loadDataFile()]);
      const { file, name } = dataFile(data, form);
      saveFile(file, name);
      setSaved(true);
    } catch (error) {
      wait.after(error);
      setFailure(apiErrorOf(error)?.message ?? sharedRefusals.internal);
    } finally {
      setBusy(null);
    }
  }

  return (
    <PageSection
      id="your-data"
      title="Your data"
      lead="Everything that we store about you, but for passwords and keys. We write to you whenever it is downloaded."
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
        {forms.map(({ form, label }) => (
          <WaitButton
            key={form}
            variant="outlined"
            wait={wait}
            silent={form === 'json'}
            disabled={busy !== null}
            loading={busy === form}
            onClick={() => download(form)}
          >
            {label}
          </WaitButton>
        ))}
      </Box>
      <Typography role="status" variant="body2" color="textSecondary" sx={{ mt: 1.5, minHeight: '1.5em' }}>
        {busy !== null && 'Your data are being put together.'}
        {saved && 'Saved. Keep the file where nobody else reads it.'}
      </Typography>
      {failure && <Alert severity="error">{failure}</Alert>}
    </PageSection>
  );
}
