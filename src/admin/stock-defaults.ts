import type { Theme } from '@mui/material/styles';

/** Waits for the answer before it says or shows anything, as nothing of react-admin does by default. */
const waits = { mutationMode: 'pessimistic' } as const;
/** The same for buttons whose types leave out the mode that they hand on. */
const waitsToo: object = waits;

/** Who says "undoable" all the same has no undo here, so those wait as well where they can be told. */
const components: Theme['components'] = {
  RaEdit: { defaultProps: waits },
  RaUpdateButton: { defaultProps: waits },
  RaBulkDeleteButton: { defaultProps: waits },
  RaBulkDeleteWithUndoButton: { defaultProps: waitsToo },
  RaBulkUpdateButton: { defaultProps: waits },
  RaBulkUpdateWithUndoButton: { defaultProps: waitsToo },
  // Of its two forms the one without a question of its own: that question is asked with the reason.
  RaDeleteButton: { defaultProps: { mutationMode: 'undoable' } },
  RaDeleteWithUndoButton: { defaultProps: { mutationOptions: waits } },
};

/** The app's theme with what react-admin's own components are told by default. */
export function withStockDefaults(theme: Theme): Theme {
  return { ...theme, components: { ...theme.components, ...components } };
}
