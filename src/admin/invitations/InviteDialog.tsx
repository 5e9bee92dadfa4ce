import { zodResolver } from '@hookform/resolvers/zod';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRefresh } from 'ra-core';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { type InvitedType, invitedTypes } from '../../../contract/enums';
import { userTypeNames } from '../../../contract/messages';
import { inviteSchema } from '../../../contract/people';
import { FormDialog } from '../../shared/FormDialog';
import { FormField } from '../../shared/FormField';
import { showFormErrors } from '../../shared/form-errors';
import { SelectField } from '../../shared/SelectField';
import { toast } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { WaitButton } from '../../shared/wait/WaitButton';
import { keptText, readTyped, useKeepTyped } from '../kept-typed';
import { RefusalNotice } from '../proposals/WaitingNotice';
import { useConsoleProvider } from '../provider/console-calls';
import { reasonLength, useReasonHelp } from '../reason';
import { reasonSchema } from '../reason-schema';
import { useSentNotice } from '../sent-for-approval';

const resolver = zodResolver(inviteSchema.extend({ reason: reasonSchema }));

/** What a role may do. */
const roleTexts: Readonly<Record<InvitedType, string>> = {
  admin: 'An administrator decides on transactions, changes accounts and people, and invites others.',
  auditor: 'An auditor reads what an administrator reads, and changes nothing.',
};

const keptAs = 'invite';

/** Asks whom to invite, to what, and why. */
export default function InviteDialog({ onClose }: { onClose: () => void }) {
  const provider = useConsoleProvider();
  const refresh = useRefresh();
  const tellSent = useSentNotice();
  const wait = useWait();
  const [refusal, setRefusal] = useState<unknown>();
  const [kept] = useState(() => readTyped(keptAs));
  const form = useForm({
    resolver,
    mode: 'onTouched',
    // The lesser role stands there first.
    defaultValues: {
      email: keptText(kept, 'email'),
      type: invitedTypes.options.find((type) => type === kept?.type) ?? 'auditor',
      reason: keptText(kept, 'reason'),
    },
  });
  useKeepTyped(keptAs, () => {
    const typed = form.getValues();
    return typed.email || typed.reason ? typed : undefined;
  });
  const { control, formState } = form;
  const role = useWatch({ control, name: 'type' });
  const reasonHelp = useReasonHelp();
  const busy = formState.isSubmitting;

  const submit = form.handleSubmit(async (invitation) => {
    setRefusal(undefined);
    try {
      await provider.invite(invitation);
    } catch (error) {
      if (tellSent(error)) return onClose();
      showFormErrors(error, form, wait);
      setRefusal(error);
      return;
    }
    toast({ title: 'Invitation', description: `Sent to ${invitation.email}`, variant: 'success' });
    onClose();
    refresh();
  });

  return (
    <FormDialog
      title="Invite someone"
      busy={busy}
      onSubmit={submit}
      onLeave={onClose}
      actions={
        <>
          <Button color="inherit" onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <WaitButton
            type="submit"
            variant="contained"
            wait={wait}
            disabled={!formState.isValid}
            loading={busy}
          >
            Invite
          </WaitButton>
        </>
      }
    >
      <Stack sx={{ gap: 2 }}>
        <Typography variant="body2">
          A link goes to the address. It works once, for 72 hours; whoever opens it chooses a password and has
          the role from then on. All administrators are told by mail.
        </Typography>
        <FormField
          name="email"
          control={control}
          label="Email"
          type="email"
          autoComplete="off"
          autoFocus
          slotProps={{ htmlInput: { inputMode: 'email', autoCapitalize: 'none' } }}
        />
        <SelectField name="type" control={control} label="Role" helperText={roleTexts[role]}>
          {invitedTypes.options.map((type) => (
            <MenuItem key={type} value={type}>
              {userTypeNames[type]}
            </MenuItem>
          ))}
        </SelectField>
        <FormField
          name="reason"
          control={control}
          label="Reason"
          autoComplete="off"
          helperText={reasonHelp}
          slotProps={{ htmlInput: { maxLength: reasonLength, 'aria-required': true } }}
        />
        <RefusalNotice error={refusal} />
      </Stack>
    </FormDialog>
  );
}
