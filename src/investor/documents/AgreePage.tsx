import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Agreements, LegalDocument } from '../../../contract/legal';
import { appConfig } from '../../app.config';
import { call } from '../../shared/api';
import { ApiError } from '../../shared/api-error';
import { authProvider } from '../../shared/auth-provider';
import { Brand } from '../../shared/Brand';
import { useDocumentTitle } from '../../shared/document-title';
import { ThemeToggle } from '../../shared/ThemeToggle';
import { toastErrors } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { OpenDocument } from './OpenDocument';
import { documentsKey } from './own-documents';

interface Props {
  /** What is to be agreed to. */
  open: LegalDocument[];
  agreements: Partial<Agreements>;
  /** The person goes on although the service could not keep the agreement; they are asked again. */
  onPostpone: () => void;
}

/** Before anything else of the dashboard: the documents that are new since the person last agreed, and the tick. */
export default function AgreePage({ open, agreements: { accepted = [] }, onPostpone }: Props) {
  const isNew = accepted.length > 0;
  const title = isNew ? 'Our documents have changed' : 'Before you go on';
  useDocumentTitle(`${title} | ${appConfig.brand}`);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [ticked, setTicked] = useState(false);
  const wait = useWait();
  const heading = useRef<HTMLHeadingElement>(null);

  // Whoever has just signed in is told where they are.
  useEffect(() => heading.current?.focus(), []);

  const agreeing = useMutation({
    mutationFn: () =>
      call('acceptDocuments', {
        body: Object.fromEntries(open.map(({ document, version }) => [document, version])),
      }),
    onSuccess: (answer) => queryClient.setQueryData(documentsKey, answer),
    onError: (error) => {
      wait.after(error);
      toastErrors(error);
      if (!isRefusal(error)) return;
      // A newer version came meanwhile: what was ticked was the one before.
      setTicked(false);
      void queryClient.invalidateQueries({ queryKey: documentsKey });
    },
  });

  function agree(event: SubmitEvent): void {
    event.preventDefault();
    if (ticked && wait.seconds === 0) agreeing.mutate();
  }

  async function signOut(): Promise<void> {
    navigate(await authProvider.logout());
  }

  return (
    <Box sx={{ minHeight: '100vh', px: { xs: 2.5, sm: 5 }, py: { xs: 2, sm: 3 } }}>
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 44 }}
      >
        <Box sx={{ color: 'primary.main', display: 'inline-flex' }}>
          <Brand />
        </Box>
        <ThemeToggle />
      </Box>
      <Box component="main" sx={{ maxWidth: 600, mx: 'auto', py: { xs: 4, sm: 8 } }}>
        <Typography
          ref={heading}
          tabIndex={-1}
          variant="h2"
          component="h1"
          sx={{ mb: 1, '&:focus': { outline: 'none' } }}
        >
          {title}
        </Typography>
        <Typography sx={{ color: 'text.secondary', mb: 3 }}>
          {isNew
            ? 'Please read what is new and agree to it. Your account and your money stay as they are.'
            : 'Please read what you agree to when you invest here. Each document opens in a new tab.'}
        </Typography>
        <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, borderTop: 1, borderColor: 'divider' }}>
          {open.map((document) => (
            <OpenDocument
              key={document.document}
              document={document}
              before={accepted.find((agreed) => agreed.document === document.document)}
            />
          ))}
        </Box>
        <Stack component="form" noValidate onSubmit={agree} spacing={2.5} sx={{ mt: 2.5 }}>
          <Box>
            <FormControlLabel
              control={<Checkbox checked={ticked} onChange={(_, checked) => setTicked(checked)} />}
              label={
                open.length === 1
                  ? 'I have read this document and agree to it'
                  : 'I have read these documents and agree to them'
              }
            />
          </Box>
          {agreeing.isError && !isRefusal(agreeing.error) && (
            <Alert
              severity="warning"
              action={
                <Button color="inherit" size="small" onClick={onPostpone} sx={{ whiteSpace: 'nowrap' }}>
                  Go on for now
                </Button>
              }
            >
              This could not be kept. Try again, or go on: we ask you again next time.
            </Alert>
          )}
          <Stack direction={{ xs: 'column', sm: 'row' }} spacing={1.5}>
            <WaitButton
              type="submit"
              variant="contained"
              size="large"
              wait={wait}
              disabled={!ticked}
              loading={agreeing.isPending}
            >
              Continue
            </WaitButton>
            <Button variant="text" color="inherit" size="large" onClick={signOut}>
              Sign out
            </Button>
          </Stack>
        </Stack>
      </Box>
    </Box>
  );
}

/** Whether the server did not take the agreement for what it says. */
function isRefusal(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 422;
}
