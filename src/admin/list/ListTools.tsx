import BookmarkBorderOutlined from '@mui/icons-material/BookmarkBorderOutlined';
import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import type { RaRecord } from 'ra-core';
import { ColumnsPanel } from './ColumnsPanel';
import { type Column, shownColumns } from './columns';
import { ExportButton } from './ExportButton';
import { PanelButton } from './PanelButton';
import type { ListPreferences } from './preferences';
import { ViewsPanel } from './ViewsPanel';

interface Props<R extends RaRecord> {
  /** Names the exported file, 'Transactions' say. */
  title: string;
  columns: readonly Column<R>[];
  preferences: ListPreferences;
  onChange: (changed: Partial<ListPreferences>) => void;
}

/** What can be done with a list as a whole: saved views, the choice of columns, the export. */
export default function ListTools<R extends RaRecord>({ title, columns, preferences, onChange }: Props<R>) {
  const { views, hidden } = preferences;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      <PanelButton label="Views" icon={<BookmarkBorderOutlined />}>
        {(close) => (
          <ViewsPanel views={views} onChange={(changed) => onChange({ views: changed })} onDone={close} />
        )}
      </PanelButton>
      <PanelButton label="Columns" icon={<ViewColumnOutlined />}>
        {() => (
          <ColumnsPanel
            labels={columns.map(({ label }) => label)}
            hidden={hidden}
            onChange={(changed) => onChange({ hidden: changed })}
          />
        )}
      </PanelButton>
      <ExportButton title={title} columns={shownColumns(columns, hidden)} />
    </Box>
  );
}
