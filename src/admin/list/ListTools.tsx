import ViewColumnOutlined from '@mui/icons-material/ViewColumnOutlined';
import Box from '@mui/material/Box';
import { type RaRecord, useListContext, useTranslate } from 'ra-core';
import { lazyPart } from '../../shared/loading/lazy-part';
import { type Column, columnKey } from './columns';
import { ExportButton } from './ExportButton';
import { isHidden, shownColumns, useHiddenColumns } from './hidden-columns';
import { PanelButton } from './PanelButton';
import { ViewsButton } from './ViewsButton';

/** Fetched when somebody opens it. */
const ColumnsPanel = lazyPart(() => import('./ColumnsPanel'));

interface Props<R extends RaRecord> {
  /** Names the exported file, 'Transactions' say. */
  title: string;
  columns: readonly Column<R>[];
}

/** What can be done with a list as a whole: saved views, the choice of columns, the export. */
export function ListTools<R extends RaRecord>({ title, columns }: Props<R>) {
  const { resource } = useListContext();
  const [hidden, setHidden] = useHiddenColumns(resource);
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center' }}>
      <ViewsButton />
      <PanelButton label={translate('ra.action.select_columns')} icon={<ViewColumnOutlined />}>
        {(place) => (
          <ColumnsPanel
            place={place}
            columns={columns.map((column) => ({
              key: columnKey(column),
              label: column.label,
              buttons: !column.exported,
            }))}
            hidden={columns.filter((column) => isHidden(column, hidden)).map(columnKey)}
            onChange={setHidden}
          />
        )}
      </PanelButton>
      <ExportButton title={title} columns={shownColumns(columns, hidden)} />
    </Box>
  );
}
