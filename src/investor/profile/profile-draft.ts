import { useCallback } from 'react';
import type { Control } from 'react-hook-form';
import { changedFields } from '../../../contract/changed-fields';
import { type ProfileForm, profileFormSchema } from '../../../contract/user';
import { z } from '../../../contract/zod';
import { useKeepDraft } from '../submission/draft';
import { readKept } from '../submission/kept';
import type { changedProfileSchema } from './profile-form';

const name = 'profile-draft';

/** Fields that were changed, as typed, so not yet what the form's rules ask for. */
const draftSchema = z.partialRecord(profileFormSchema.keyof(), z.string());

/** Those of the fields that differ; null for none. */
function changesOf(start: ProfileForm, values: Partial<ProfileForm>): Partial<ProfileForm> | null {
  const changes = changedFields(start, values);
  return Object.keys(changes).length > 0 ? changes : null;
}

/** What the person has changed and not saved, on what is stored now; null for nothing. */
export function readDraft(start: ProfileForm): ProfileForm | null {
  const draft = readKept(name, draftSchema);
  const changes = draft && changesOf(start, draft);
  return changes && { ...start, ...changes };
}

/** Keeps what is changed in the form as the draft; gives the way to drop it. */
export function useKeepProfile(
  start: ProfileForm,
  control: Control<ProfileForm, unknown, z.output<typeof changedProfileSchema>>,
): () => void {
  return useKeepDraft(
    name,
    control,
    useCallback((values: Partial<ProfileForm>) => changesOf(start, values), [start]),
  );
}
