import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import type { Transaction } from '../../../contract/transaction';
import { useOffers } from '../offered';
import { Commit, type Verdict } from './Commit';
import { KeyHint } from './KeyHint';
import { useDecisionKeys } from './use-decision-keys';

/** Why each is chosen. */
export type Reasons = Partial<Record<Verdict, string>>;

interface Props {
  transaction: Transaction;
  mayDecide: boolean;
  /** As they are typed; whoever shows this keeps them. */
  reasons: Reasons;
  onReasons: (reasons: Reasons) => void;
  onDecided: () => void;
  onSkip: () => void;
  /** Someone else has changed it meanwhile. */
  onStale: () => void;
}

/**
 * Confirm or decline: choosing one shows what it does in figures and asks why; Enter sends it. The keys are C, D and S,
 * Escape takes the choice back.
 */
export function Decision(props: Props) {
  const { transaction, mayDecide, reasons, onReasons, onDecided, onSkip, onStale } = props;
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const offers = useOffers();
  const isPending = transaction.status === 'PENDING';
  const takeBack = () => setVerdict(null);
  useDecisionKeys({
    c: () => mayDecide && isPending && setVerdict('CONFIRMED'),
    d: () => mayDecide && isPending && setVerdict('DECLINED'),
    s: onSkip,
    escape: takeBack,
  });

  return (
    <Card component="section" aria-label="Decision" sx={{ p: { xs: 2, sm: 2.5 } }}>
      <Stack sx={{ gap: 2 }}>
        {!isPending && (
          <Alert severity="warning">
            Someone else has decided this meanwhile: it is {transaction.status}. Nothing was sent.
          </Alert>
        )}
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          {mayDecide && isPending && (
            <>
              <Button
                variant={verdict === 'CONFIRMED' ? 'contained' : 'outlined'}
                aria-pressed={verdict === 'CONFIRMED'}
                aria-keyshortcuts="C"
                onClick={() => setVerdict('CONFIRMED')}
              >
                Confirm <KeyHint>C</KeyHint>
              </Button>
              <Button
                variant={verdict === 'DECLINED' ? 'contained' : 'outlined'}
                color="error"
                aria-pressed={verdict === 'DECLINED'}
                aria-keyshortcuts="D"
                onClick={() => setVerdict('DECLINED')}
              >
                Decline <KeyHint>D</KeyHint>
              </Button>
            </>
          )}
          <Button color="inherit" aria-keyshortcuts="S" onClick={onSkip}>
            {isPending ? 'Skip' : 'Next'} <KeyHint>S</KeyHint>
          </Button>
        </Box>
        {!verdict && isPending && mayDecide && (
          <Typography variant="body2" color="textSecondary">
            {offers('previewStatus') && 'Choose to see what it does to the account. '}
            Nothing is sent before you say why and press Enter.
          </Typography>
        )}
        {verdict && (
          <Commit
            key={verdict}
            transaction={transaction}
            verdict={verdict}
            typed={reasons[verdict] ?? ''}
            onType={(typed) => onReasons({ ...reasons, [verdict]: typed })}
            onDecided={onDecided}
            onSent={onSkip}
            onStale={onStale}
            onCancel={takeBack}
          />
        )}
      </Stack>
    </Card>
  );
}
