import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { type RaRecord, useDataProvider, useListContext } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { saveFile } from '../../shared/save-file';
import { toastFailure } from '../failure';
import type { Column } from './columns';

interface Props<R extends RaRecord> {
  /** Names the file, with the day. */
  title: string;
  columns: readonly Column<R>[];
}

/**
 * Saves the rows that search and filters show, over all pages and in their order, as a CSV file. While it reads them
 * it says how far it is, and can be stopped.
 */
export function ExportButton<R extends RaRecord>({ title, columns }: Props<R>) {
  const { resource, filterValues, sort, total = 0 } = useListContext<R>();
  const dataProvider = useDataProvider();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, all: total });
    try {
      const { exportList } = await import('./export-list');
      const file = await exportList({
        dataProvider,
        resource,
        filter: filterValues,
        sort,
        columns,
        onProgress: (done, all) => setProgress({ done, all }),
        signal: controller.signal,
      });
      saveFile(file, `${title.toLowerCase()}-${new Date().toISOString().slice(0, 10)}.csv`);
    } catch (error) {
      if (!controller.signal.aborted) toastFailure(error);
    } finally {
      setProgress(null);
    }
  }

  if (!progress) {
    return (
      <Button
        size="small"
        color="inherit"
        startIcon={<DownloadOutlined />}
        onClick={run}
        disabled={total === 0}
      >
        Export
      </Button>
    );
  }
  const { done, all } = progress;
  const name = `Exporting ${done.toLocaleString('en-US')} of ${all.toLocaleString('en-US')}`;
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, pl: 1.75 }}>
      <Box sx={{ width: 176 }}>
        <Typography variant="caption" component="p" sx={{ fontVariantNumeric: 'tabular-nums' }} role="status">
          {name}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={all === 0 ? 0 : Math.round((100 * done) / all)}
          aria-label={`Export of ${title.toLowerCase()}`}
        />
      </Box>
      <Button size="small" onClick={() => running.current?.abort()}>
        Stop
      </Button>
    </Box>
  );
}
