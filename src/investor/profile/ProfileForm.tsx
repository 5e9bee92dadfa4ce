import { zodResolver } from '@hookform/resolvers/zod';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { changedFields } from '../../../contract/changed-fields';
import { toasts } from '../../../contract/messages';
import type { User } from '../../../contract/user';
import { call } from '../../shared/api';
import { CountryField } from '../../shared/CountryField';
import { FormField } from '../../shared/FormField';
import { showFormErrors } from '../../shared/form-errors';
import { LeaveQuestion } from '../../shared/LeaveQuestion';
import { currentOwner } from '../../shared/personal-storage';
import { SubmitButton } from '../../shared/SubmitButton';
import { toast } from '../../shared/toasts';
import { useWait } from '../../shared/wait/use-wait';
import { keepUser } from '../investor-data';
import { DraftNotice } from '../submission/DraftNotice';
import { fieldGrid } from './field-grid';
import { readDraft, useKeepProfile } from './profile-draft';
import { changedProfileSchema, profileFormOf, updateOf } from './profile-form';

const checked = zodResolver(changedProfileSchema);

/** Who the investor is. Sends the changed fields alone (docs/rules.md, "Profile"). */
export function ProfileForm({ user }: { user: User }) {
  const queryClient = useQueryClient();
  // What is read again meanwhile, in the background, does not move what the person is changing.
  const [start, setStart] = useState(() => profileFormOf(user));
  const [draft] = useState(() => readDraft(start));
  const [draftNotice, setDraftNotice] = useState(draft !== null);
  const form = useForm({
    // `names` are typed as those of a form whose fields are all there; the resolver checks what it is given without them.
    resolver: (values, context, { names: _, ...options }) =>
      checked(changedFields(start, values), context, options),
    mode: 'onTouched',
    defaultValues: start,
    // Changes on what is stored, as if they were typed now.
    ...(draft && { values: draft, resetOptions: { keepDefaultValues: true } }),
  });
  const { control } = form;
  const dropDraft = useKeepProfile(start, control);
  // Whoever leaves has been asked; one whose session has ended comes back.
  useEffect(() => () => void (currentOwner() && dropDraft()), [dropDraft]);
  const { isDirty, isSubmitting } = form.formState;
  const wait = useWait();

  async function update(values: z.output<typeof changedProfileSchema>) {
    const body = updateOf(start, values);
    // A space before or behind a name is a change to look at, not one to send.
    if (Object.keys(body).length === 0) {
      form.reset();
      return;
    }
    try {
      const answered = await call('updateUser', { body });
      const kept = profileFormOf(keepUser(queryClient, answered));
      setStart(kept);
      setDraftNotice(false);
      form.reset(kept);
      toast({ description: toasts.profileUpdated, variant: 'success' });
    } catch (error) {
      showFormErrors(error, form, wait);
    }
  }

  function takeBack(): void {
    setDraftNotice(false);
    form.reset();
  }

  return (
    <Stack component="form" noValidate spacing={2.5} onSubmit={form.handleSubmit(update)}>
      {isDirty && !isSubmitting && <LeaveQuestion />}
      {draftNotice && (
        <DraftNotice onClear={takeBack}>
          This is what you had changed before. It is not saved yet.
        </DraftNotice>
      )}
      <Box sx={fieldGrid}>
        <FormField name="firstName" control={control} label="First name" autoComplete="given-name" />
        <FormField name="lastName" control={control} label="Last name" autoComplete="family-name" />
        <FormField
          name="email"
          control={control}
          label="Email"
          type="email"
          helperText="It cannot be changed here."
          slotProps={{
            htmlInput: { readOnly: true },
            input: { endAdornment: <LockOutlined aria-hidden fontSize="small" color="action" /> },
          }}
        />
        <FormField name="phoneNumber" control={control} label="Phone number" type="tel" autoComplete="tel" />
        <CountryField name="country" control={control} stored={start.country} />
        <FormField
          name="dob"
          control={control}
          label="Date of birth"
          placeholder="YYYY-MM-DD"
          autoComplete="bday"
          helperText="Optional, as YYYY-MM-DD."
          slotProps={{ inputLabel: { shrink: true } }}
        />
      </Box>
      <SubmitButton control={control} wait={wait} sx={{ alignSelf: { sm: 'flex-start' } }}>
        Save changes
      </SubmitButton>
    </Stack>
  );
}
