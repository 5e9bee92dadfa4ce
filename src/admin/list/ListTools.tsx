import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import { type RaRecord, useListContext } from 'ra-core';
import { lazyPart } from '../../shared/loading/lazy-part';
import type { Column } from './columns';
import { ExportButton } from './ExportButton';
import { shownColumns, useHiddenColumns } from './hidden-columns';
import { PanelButton } from './PanelButton';

/** Fetched when somebody opens them. */
const ColumnsPanel = lazyPart(() => import('./ColumnsPanel'));
const ViewsPanel = lazyPart(() => import('./ViewsPanel'));

interface Props<R extends RaRecord> {
  /** Names the exported file, 'Transactions' say. */
  title: string;
  columns: readonly Column<R>[];
}

/** What can be done with a list as a whole: saved views, the choice of columns, the export. */
export function ListTools<R extends RaRecord>({ title, columns }: Props<R>) {
  const { resource } = useListContext();
  const [hidden, setHidden] = useHiddenColumns(resource);
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      <PanelButton label="Views" icon={<BookmarkBorderOutlined />}>
        {(close) => <ViewsPanel onDone={close} />}
      </PanelButton>
      <PanelButton label="Columns" icon={<ViewColumnOutlined />}>
        {() => <ColumnsPanel columns={columns} hidden={hidden} onChange={setHidden} />}
      </PanelButton>
      <ExportButton title={title} columns={shownColumns(columns, hidden)} />
    </Box>
  );
}
