import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { QueryClientProvider } from '@tanstack/react-query';
import type { FactorKind } from '../../contract/factors';
import { call } from '../shared/api';
import { FormDialog } from '../shared/FormDialog';
import { useOwnFactors } from '../shared/factors/own-factors';
import { ProofFields, wayLinks, wayTexts } from '../shared/factors/ProofFields';
import { useProof } from '../shared/factors/use-proof';
import { LoadFailure } from '../shared/LoadFailure';
import { queryClient } from '../shared/query-client';
import { WaitButton } from '../shared/wait/WaitButton';

interface Props {
  /** `shown` says whether a factor was shown. */
  onClose: (shown: boolean) => void;
}

const title = 'Confirm it is you';
const why = 'What you are doing needs your second factor once more. Nothing that you typed is lost.';

/** Says why it is not known which factors the person has. */
function Unknown({ query, onClose }: Props & { query: ReturnType<typeof useOwnFactors> }) {
  return (
    <FormDialog
      title={title}
      busy={false}
      onSubmit={(event) => event.preventDefault()}
      onLeave={() => onClose(false)}
      actions={
        <Button color="inherit" onClick={() => onClose(false)}>
          Cancel
        </Button>
      }
    >
      <LoadFailure query={query} />
    </FormDialog>
  );
}

function Question({ kinds, onClose }: Props & { kinds: readonly FactorKind[] }) {
  const proof = useProof({
    kinds,
    startPasskey: () => call('startPasskeyStepUp'),
    async send(shown) {
      await call('stepUp', { body: { proof: shown } });
      onClose(true);
    },
  });
  const { way, busy, wait } = proof;
  return (
    <FormDialog
      title={title}
      busy={busy}
      onSubmit={proof.submit}
      onLeave={() => onClose(false)}
      actions={
        <>
          <Button color="inherit" onClick={() => onClose(false)} disabled={busy}>
            Cancel
          </Button>
          <WaitButton
            type="submit"
            variant="contained"
            // Where there is no field the focus starts here.
            autoFocus={way === 'passkey'}
            wait={wait}
            disabled={!proof.canSubmit}
            loading={busy}
          >
            {way === 'passkey' ? 'Use a passkey' : 'Confirm'}
          </WaitButton>
        </>
      }
    >
      <Stack sx={{ gap: 2.5 }}>
        <Typography color="textSecondary">
          {why} {wayTexts[way]}
        </Typography>
        <ProofFields proof={proof} />
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          {way === 'totp' && proof.hasPasskey && (
            <Link component="button" type="button" variant="body2" onClick={proof.askPasskey} disabled={busy}>
              {wayLinks.passkey}
            </Link>
          )}
          {proof.others.map((other) => (
            <Link
              key={other}
              component="button"
              type="button"
              variant="body2"
              onClick={() => proof.change(other)}
              disabled={busy}
            >
              {wayLinks[other]}
            </Link>
          ))}
        </Stack>
      </Stack>
    </FormDialog>
  );
}

function StepUp({ onClose }: Props) {
  const query = useOwnFactors();
  // What was pressed shows that it works; the dialog comes as it will stay.
  if (query.isPending) return null;
  if (!query.data) return <Unknown query={query} onClose={onClose} />;
  const kinds = query.data.factors.map(({ kind }) => kind);
  return <Question kinds={kinds} onClose={onClose} />;
}

/** Asks for a second factor in the middle of something, which then goes on. */
export default function StepUpDialog(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <StepUp {...props} />
    </QueryClientProvider>
  );
}
