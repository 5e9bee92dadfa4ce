import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { Theme } from '@mui/material/styles';
import { LinkRoot, WriteRoot } from './adapters';

/** Waits for the answer before it says or shows anything, as nothing of react-admin does by default. */
const waits = { mutationMode: 'pessimistic' } as const;
/** Of their roots the types of react-admin's buttons say nothing, nor some of the mode that they hand on. */
const writes: object = { component: WriteRoot };
const waitsToo: object = { ...waits, ...writes };
const leads: object = { component: LinkRoot };

/**
 * Of the two forms of a button the one without a question of its own: what it does is asked about with the reason. There
 * is no undo here, so that form waits as well.
 */
const asksNothing = { mutationMode: 'undoable' } as const;

/** What react-admin's buttons are told by default, and their icons: outlined, as all of the console are. */
export const buttonDefaults: NonNullable<Theme['components']> = {
  RaUpdateButton: { defaultProps: asksNothing },
  RaUpdateWithUndoButton: { defaultProps: waitsToo },
  RaBulkDeleteButton: { defaultProps: { ...asksNothing, icon: <DeleteOutlined /> } },
  RaBulkDeleteWithUndoButton: { defaultProps: waitsToo },
  RaBulkUpdateButton: { defaultProps: asksNothing },
  RaBulkUpdateWithUndoButton: { defaultProps: waitsToo },
  RaBulkExportButton: { defaultProps: { icon: <DownloadOutlined /> } },
  RaDeleteButton: { defaultProps: { ...asksNothing, icon: <DeleteOutlined /> } },
  RaDeleteWithUndoButton: { defaultProps: { mutationOptions: waits, ...writes } },
  RaEditButton: { defaultProps: { icon: <EditOutlined />, ...leads } },
  RaShowButton: { defaultProps: { icon: <VisibilityOutlined />, ...leads } },
  RaCloneButton: { defaultProps: { icon: <ContentCopyOutlined /> } },
};
