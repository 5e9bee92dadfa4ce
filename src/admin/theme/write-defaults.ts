import type { Theme } from '@mui/material/styles';
import { WriteRoot } from './adapters';

/** Waits for the answer before it says or shows anything, as nothing of react-admin does by default. */
const waits = { mutationMode: 'pessimistic' } as const;
/** The same for buttons whose types leave out the mode that they hand on. */
const waitsToo: object = { ...waits, component: WriteRoot };

/**
 * Of the two forms of a button the one without a question of its own: what it does is asked about with the reason. There
 * is no undo here, so that form waits as well.
 */
const asksNothing = { mutationMode: 'undoable' } as const;

/** What react-admin's parts that write are told by default. */
export const writeDefaults: NonNullable<Theme['components']> = {
  RaUpdateButton: { defaultProps: asksNothing },
  RaUpdateWithUndoButton: { defaultProps: waitsToo },
  RaBulkDeleteButton: { defaultProps: asksNothing },
  RaBulkDeleteWithUndoButton: { defaultProps: waitsToo },
  RaBulkUpdateButton: { defaultProps: asksNothing },
  RaBulkUpdateWithUndoButton: { defaultProps: waitsToo },
  RaDeleteButton: { defaultProps: asksNothing },
  RaDeleteWithUndoButton: { defaultProps: { mutationOptions: waits } },
};
