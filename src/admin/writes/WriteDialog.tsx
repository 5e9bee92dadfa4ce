import Box from '@mui/material/Box';
import {
  type Identifier,
  type RaRecord,
  useGetRecordRepresentation,
  useGetResourceLabel,
  useResourceDefinition,
} from 'ra-core';
import { isValidElement } from 'react';
import { formatCount } from '../../shared/format';
import ReasonDialog from '../ReasonDialog';
import type { WriteQuestion } from './write-questions';

const words = {
  create: ['Add', 'to'],
  delete: ['Delete', 'from'],
  update: ['Change', 'in'],
  'end sessions': ['Sign out', 'in'],
} as const;
const effects = {
  create: 'The audit log keeps why.',
  delete: 'It cannot be brought back. The audit log keeps what it held.',
  update: 'It is changed only if nobody else has changed it since you saw it.',
  'end sessions': 'It ends at once, and whoever it is has to sign in again.',
} as const;

const eachAlone = 'Each is changed only if nobody else has changed it since you saw it.';

interface RecordNamesProps {
  ids: readonly Identifier[];
  seen: ReadonlyMap<Identifier, RaRecord>;
  resource: string;
}

/** Which records it is about, each by what it is called; one that no page has shown by its id. */
function RecordNames({ ids, seen, resource }: RecordNamesProps) {
  const nameOf = useGetRecordRepresentation(resource);
  return (
    <Box
      component="ul"
      aria-label="What it is about"
      // What scrolls must be reachable by keyboard.
      tabIndex={0}
      sx={{ m: 0, mb: 1, pl: 2.5, maxHeight: 200, overflowY: 'auto', overflowWrap: 'anywhere' }}
    >
      {ids.map((id) => {
        const record = seen.get(id);
        const name = record && nameOf(record);
        return <li key={id}>{typeof name === 'string' || isValidElement(name) ? name : `#${id}`}</li>;
      })}
    </Box>
  );
}

/** Asks why records are deleted, or several of them changed, and names every one: also those on other pages of a list. */
export default function WriteDialog({ question }: { question: WriteQuestion }) {
  const { act, resource, ids, seen, confirm, cancel } = question;
  const [verb, where] = words[act];
  const labelOf = useGetResourceLabel();
  const { options } = useResourceDefinition({ resource });
  const isOne = ids.length <= 1;
  const effect = !isOne && act === 'update' ? eachAlone : effects[act];
  const count = isOne ? '' : `${formatCount(ids.length)} `;
  // Where one of them has no name, it is said which list it is about.
  const what = options?.singular
    ? labelOf(resource, isOne ? 1 : 2).toLowerCase()
    : `${where} ${labelOf(resource, 2)}`;
  return (
    <ReasonDialog
      name={`${act}:${resource}:${ids.toSorted()}`}
      title={`${verb} ${count}${what}?`}
      confirm={verb}
      onConfirm={confirm}
      onCancel={cancel}
    >
      {ids.length > 0 && <RecordNames ids={ids} seen={seen} resource={resource} />}
      {effect}
    </ReasonDialog>
  );
}
