import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useBeforeUnload } from 'react-router-dom';
import { appConfig } from '../app.config';
import { printing } from '../shared/print-styles';
import { saveFile } from '../shared/save-file';
import { readSession } from '../shared/token';
import { useCopy } from '../shared/use-copy';
import { PageHeading } from './PageHeading';

interface Props {
  codes: readonly string[];
  onDone: () => void;
}

/** The file that is downloaded: what it is, and a code in each line. */
function fileOf(codes: readonly string[]): Blob {
  const lines = [`Recovery codes of ${appConfig.brand}. Each works once.`, '', ...codes, ''];
  return new Blob([lines.join('\r\n')], { type: 'text/plain;charset=utf-8' });
}

/** Recovery codes, this one time: one goes on once they are saved. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const [saved, setSaved] = useState(false);
  useBeforeUnload((event) => {
    if (!saved && readSession() !== null) event.preventDefault();
  });
  const { copied, copy } = useCopy(codes.join('\n'), 'Recovery codes copied');

  return (
    <>
      <PageHeading
        focused
        lead="Each of these codes signs you in once when you cannot use your second factor, for example because your phone is lost. They are shown this once. Keep them in a password manager or on paper, and not only on the phone that they stand in for."
      >
        Save your recovery codes
      </PageHeading>
      <Card>
        <CardContent>
          <Box
            component="ol"
            aria-label="Recovery codes"
            sx={{
              listStyle: 'none',
              display: 'grid',
              gridTemplateColumns: 'repeat(2, minmax(0, max-content))',
              columnGap: { xs: 3, sm: 8 },
              rowGap: 1.25,
              m: 0,
              p: 0,
              fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
              fontSize: { xs: '1rem', sm: '1.125rem' },
            }}
          >
            {codes.map((code) => (
              <li key={code}>{code}</li>
            ))}
          </Box>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 3 }}>
            <Button
              variant="outlined"
              startIcon={copied ? <CheckOutlined /> : <ContentCopyOutlined />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy'}
            </Button>
            <Button
              variant="outlined"
              startIcon={<FileDownloadOutlined />}
              onClick={() => saveFile(fileOf(codes), `${appConfig.brand.toLowerCase()}-recovery-codes.txt`)}
            >
              Download
            </Button>
            <Button variant="outlined" startIcon={<PrintOutlined />} onClick={() => window.print()}>
              Print
            </Button>
          </Box>
        </CardContent>
      </Card>
      <Stack data-print={printing.off} sx={{ gap: 2, mt: 3, alignItems: 'start' }}>
        <FormControlLabel
          control={<Checkbox checked={saved} onChange={(_, checked) => setSaved(checked)} />}
          label="I have saved them"
        />
        <Button variant="contained" size="large" disabled={!saved} onClick={onDone}>
          Continue
        </Button>
      </Stack>
    </>
  );
}
