import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { FactorKind } from '../../contract/enums';
import type { Factor, Factors } from '../../contract/factors';
import { call } from '../shared/api';
import { ApiError, isWithoutAnswer } from '../shared/api-error';
import { factorsKey } from '../shared/factors/own-factors';
import { PageSection } from '../shared/PageSection';
import { toast, toastErrors } from '../shared/toasts';
import { useWait } from '../shared/wait/use-wait';
import { WaitStatus } from '../shared/wait/WaitStatus';
import { ConfirmDialog } from './ConfirmDialog';
import { FactorChoices } from './FactorChoices';
import { FactorItem } from './FactorItem';
import { startSetup, type View } from './views';

/** Fewer codes than this are worth a warning. */
const fewCodes = 4;

interface Props {
  own: Factors;
  /** Whether recovery codes may have been made that were never shown. */
  unseenCodes: boolean;
  onView: (view: View) => void;
  onCodes: (codes: readonly string[]) => void;
  /** No answer came with new recovery codes. */
  onCodesLost: () => void;
}

/** The person's second factors and recovery codes, and what can be done with them. */
export function FactorList({ own, unseenCodes, onView, onCodes, onCodesLost }: Props) {
  const { factors, recoveryCodesLeft, required } = own;
  const queryClient = useQueryClient();
  const heading = useRef<HTMLHeadingElement>(null);
  const wait = useWait();
  const [starting, setStarting] = useState<FactorKind | null>(null);
  const [removing, setRemoving] = useState<Factor | null>(null);
  const [removals, setRemovals] = useState(0);
  const [renewing, setRenewing] = useState(false);
  const isLast = factors.length === 1;

  // The button that was pressed has gone with its row; the dialog would give the focus back to it.
  useEffect(() => {
    if (removals > 0) heading.current?.focus();
  }, [removals]);

  async function choose(kind: FactorKind): Promise<void> {
    if (factors.length === 0) {
      onView({ name: 'password', kind });
      return;
    }
    setStarting(kind);
    try {
      onView(await startSetup(kind));
    } catch (error) {
      wait.after(error);
      // The last factor was removed in another tab.
      if (error instanceof ApiError && error.has('wrong_password')) onView({ name: 'password', kind });
      else toastErrors(error);
    }
    setStarting(null);
  }

  async function remove({ _id, name }: Factor): Promise<void> {
    try {
      queryClient.setQueryData(factorsKey, await call('removeFactor', { params: { factorId: _id } }));
    } catch (error) {
      // It may be gone though no answer says so.
      const read = queryClient.invalidateQueries({ queryKey: factorsKey });
      // Somebody else removed it meanwhile: then it is gone.
      if (!(error instanceof ApiError && error.status === 404)) throw error;
      await read;
    }
    setRemoving(null);
    setRemovals((count) => count + 1);
    toast({ description: `${name} removed`, variant: 'success' });
  }

  async function renew(): Promise<void> {
    try {
      const { recoveryCodes } = await call('makeRecoveryCodes');
      void queryClient.invalidateQueries({ queryKey: factorsKey });
      onCodes(recoveryCodes);
    } catch (error) {
      if (isWithoutAnswer(error)) onCodesLost();
      throw error;
    }
  }

  return (
    <Stack sx={{ gap: { xs: 4, lg: 5 } }}>
      <PageSection
        id="factors"
        title="Your second factors"
        lead="Any one of them is enough. With two, a lost phone locks nobody out. Adding or removing one signs you out on every other device."
        headingRef={heading}
      >
        {factors.length > 0 && (
          <Box component="ul" aria-labelledby="factors" sx={{ listStyle: 'none', m: 0, mb: 3, p: 0 }}>
            {factors.map((factor) => (
              <FactorItem key={factor._id} factor={factor} onRemove={() => setRemoving(factor)} />
            ))}
          </Box>
        )}
        {factors.length === 0 && !required && (
          <Typography sx={{ mb: 2.5 }}>
            There is none yet: whoever knows your password can sign in as you.
          </Typography>
        )}
        <FactorChoices starting={starting} wait={wait} onChoose={choose} />
        <WaitStatus wait={wait} what="add a second factor" />
      </PageSection>
      {factors.length > 0 && (
        <PageSection
          id="recovery-codes"
          title="Recovery codes"
          lead="For the day when you have none of your second factors at hand. Each works once."
        >
          {unseenCodes && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              No answer came, and new codes may have been made that were never shown. Any that you saved
              before may work no more: make new ones.
            </Alert>
          )}
          {recoveryCodesLeft < fewCodes && (
            <Alert severity="warning" sx={{ mb: 2 }}>
              {recoveryCodesLeft === 0 ? 'There are none left.' : 'There are few left.'} Make new ones while
              you can sign in.
            </Alert>
          )}
          <Box
            sx={{
              display: 'flex',
              flexWrap: 'wrap',
              gap: 2,
              alignItems: 'center',
              justifyContent: 'space-between',
            }}
          >
            <Typography sx={{ fontVariantNumeric: 'tabular-nums' }}>
              {recoveryCodesLeft} {recoveryCodesLeft === 1 ? 'code is' : 'codes are'} left.
            </Typography>
            <Button variant="outlined" onClick={() => setRenewing(true)}>
              Make new codes
            </Button>
          </Box>
        </PageSection>
      )}
      {removing && (
        <ConfirmDialog
          title={`Remove ${removing.name}?`}
          confirm="Remove"
          onConfirm={() => remove(removing)}
          onCancel={() => setRemoving(null)}
        >
          {isLast
            ? 'It is your only one: after that your password alone opens your account, and the recovery codes work no more.'
            : 'It can no longer be used to sign in.'}{' '}
          You are signed out on every other device.
        </ConfirmDialog>
      )}
      {renewing && (
        <ConfirmDialog
          title="Make new recovery codes?"
          confirm="Make new codes"
          onConfirm={renew}
          onCancel={() => setRenewing(false)}
        >
          The codes that you have now will work no more.
        </ConfirmDialog>
      )}
    </Stack>
  );
}
