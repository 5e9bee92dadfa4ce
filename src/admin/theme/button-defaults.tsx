import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import VisibilityOutlined from '@mui/icons-material/VisibilityOutlined';
import type { Theme } from '@mui/material/styles';
import { CloneRoot, LinkRoot, WriteRoot } from './adapters';

/** Waits for the answer before it says or shows anything, as nothing of react-admin does by default. */
const waits = { mutationMode: 'pessimistic' } as const;
/** Of their roots the types of react-admin's buttons say nothing, nor some of the mode that they hand on. */
const edits: object = { ...waits, component: WriteRoot, may: 'edit' };
const deletes: object = { component: WriteRoot, may: 'delete' };
const deletesMany: object = { ...waits, ...deletes };
const leads: object = { component: LinkRoot };
const clones: object = { component: CloneRoot };

/**
 * Of the two forms of a button the one without a question of its own: what it does is asked about with the reason. There
 * is no undo here, so that form waits as well.
 */
const asksNothing = { mutationMode: 'undoable' } as const;

/** What react-admin's buttons are told by default, and their icons: outlined, as all of the console are. */
export const buttonDefaults: NonNullable<Theme['components']> = {
  RaUpdateButton: { defaultProps: asksNothing },
  RaUpdateWithUndoButton: { defaultProps: edits },
  RaUpdateWithConfirmButton: { defaultProps: edits },
  RaBulkDeleteButton: { defaultProps: { ...asksNothing, icon: <DeleteOutlined /> } },
  RaBulkDeleteWithUndoButton: { defaultProps: deletesMany },
  RaBulkDeleteWithConfirmButton: { defaultProps: deletesMany },
  RaBulkUpdateButton: { defaultProps: asksNothing },
  RaBulkUpdateWithUndoButton: { defaultProps: edits },
  RaBulkUpdateWithConfirmButton: { defaultProps: edits },
  RaBulkExportButton: { defaultProps: { icon: <DownloadOutlined /> } },
  RaDeleteButton: { defaultProps: { ...asksNothing, icon: <DeleteOutlined /> } },
  RaDeleteWithUndoButton: { defaultProps: { mutationOptions: waits, ...deletes } },
  RaDeleteWithConfirmButton: { defaultProps: deletes },
  RaEditButton: { defaultProps: { icon: <EditOutlined />, ...leads } },
  RaShowButton: { defaultProps: { icon: <VisibilityOutlined />, ...leads } },
  RaCloneButton: { defaultProps: { icon: <ContentCopyOutlined />, ...clones } },
};
