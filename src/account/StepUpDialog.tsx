import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ActQuestion, ActRequest } from '../../contract/acts';
import type { FactorKind } from '../../contract/enums';
import { call } from '../shared/api';
import { ApiError } from '../shared/api-error';
import { FormDialog } from '../shared/FormDialog';
import { useOwnFactors } from '../shared/factors/own-factors';
import { ProofFields, wayLinks, wayTexts } from '../shared/factors/ProofFields';
import { PasskeyFailure } from '../shared/factors/passkey';
import { useProof } from '../shared/factors/use-proof';
import type { StepUpAnswer } from '../shared/http';
import { LoadFailure } from '../shared/LoadFailure';
import { queryClient } from '../shared/query-client';
import { WaitButton } from '../shared/wait/WaitButton';

interface Props {
  /** The request that waits; none for one that no passkey can sign. */
  act: ActRequest | undefined;
  onClose: (answer: StepUpAnswer) => void;
}

const title = 'Confirm it is you';
const why = 'What you are doing needs your second factor once more. Nothing that you typed is lost.';
const signs = 'The passkey signs this and nothing else.';
const left: StepUpAnswer = { kind: 'left' };

/** Refusals of what was asked about, which the request itself would meet: nobody has to confirm it first. */
const ofTheAct: ReadonlySet<number> = new Set([400, 403, 404, 409, 412, 422]);

function useActQuestion(act: ActRequest | undefined) {
  return useQuery({
    // Every question is one of its own: what a passkey signs serves once.
    queryKey: ['step-up', act],
    queryFn: ({ signal }) => (act ? call('startPasskeyStepUp', { body: { act }, signal }) : null),
    retry: false,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Says why it is not known which factors the person has. */
function Unknown({ query, onClose }: Pick<Props, 'onClose'> & { query: ReturnType<typeof useOwnFactors> }) {
  return (
    <FormDialog
      title={title}
      busy={false}
      onSubmit={(event) => event.preventDefault()}
      onLeave={() => onClose(left)}
      actions={
        <Button color="inherit" onClick={() => onClose(left)}>
          Cancel
        </Button>
      }
    >
      <LoadFailure query={query} />
    </FormDialog>
  );
}

interface QuestionProps extends Props {
  kinds: readonly FactorKind[];
  /** None when it could not be asked: a code can be shown all the same. */
  question: ActQuestion | null;
}

function Question({ kinds, act, question, onClose }: QuestionProps) {
  const prepared = useRef(question?.passkey ?? null);
  const actId = useRef('');
  const [leaving] = useState(() => new AbortController());
  const { signal } = leaving;

  /** Also while an answer is waited for, which may never come: of what waits nothing is done until it has come. */
  function leave(): void {
    leaving.abort();
    onClose(left);
  }

  /** An answer that comes after that is to a question that is asked no more. */
  function answer(given: StepUpAnswer): void {
    if (!signal.aborted) onClose(given);
  }

  const proof = useProof({
    kinds: act ? kinds : kinds.filter((kind) => kind !== 'passkey'),
    signal,
    async startPasskey() {
      // One that the browser has been given may have been answered with something that is not right.
      const next =
        prepared.current ?? (act && (await call('startPasskeyStepUp', { body: { act }, signal })).passkey);
      prepared.current = null;
      if (!next) throw new PasskeyFailure('You have no passkey any more.');
      actId.current = next.actId;
      return next.options;
    },
    async send(shown) {
      if (shown.kind === 'passkey') {
        const signed = { params: { actId: actId.current }, body: { response: shown.response }, signal };
        answer({ kind: 'signed', ...(await call('signAct', signed)) });
      } else {
        try {
          await call('stepUp', { body: { proof: shown }, signal });
        } catch (error) {
          // The last one was removed meanwhile: what waits is sent again, and answered for itself.
          if (!(error instanceof ApiError && error.has('conflict'))) throw error;
        }
        answer({ kind: 'shown' });
      }
    },
  });
  const { way, busy, wait } = proof;
  return (
    <FormDialog
      title={title}
      busy={false}
      onSubmit={proof.submit}
      onLeave={leave}
      actions={
        <>
          <Button color="inherit" onClick={leave}>
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
        {question && (
          <Box
            sx={{
              p: 2,
              border: 1,
              borderColor: 'divider',
              borderRadius: 1,
              bgcolor: 'background.default',
              fontWeight: 600,
              overflowWrap: 'anywhere',
            }}
          >
            {question.summary}
          </Box>
        )}
        <Typography color="textSecondary">
          {why} {wayTexts[way]} {way === 'passkey' && signs}
        </Typography>
        <ProofFields proof={proof} />
        <Stack sx={{ gap: 1.5, alignItems: 'start' }}>
          {way === 'totp' && proof.hasPasskey && (
            <Link component="button" type="button" variant="body2" onClick={proof.askPasskey}>
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

function StepUp({ act, onClose }: Props) {
  const query = useOwnFactors();
  const asked = useActQuestion(act);
  const { error } = asked;
  const refused = error instanceof ApiError && ofTheAct.has(error.status) ? error : null;
  useEffect(() => {
    if (refused) onClose({ kind: 'refused', error: refused });
  }, [refused, onClose]);
  // What was pressed shows that it works; the dialog comes as it will stay.
  if (query.isPending || asked.isPending || refused) return null;
  if (!query.data) return <Unknown query={query} onClose={onClose} />;
  const kinds = query.data.factors.map(({ kind }) => kind);
  return <Question kinds={kinds} act={act} question={asked.data ?? null} onClose={onClose} />;
}

/** Asks for a second factor in the middle of something, which then goes on. */
export default function StepUpDialog(props: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <StepUp {...props} />
    </QueryClientProvider>
  );
}
