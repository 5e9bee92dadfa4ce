import DownloadOutlined from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { type RaRecord, useDataProvider, useListContext, useTranslate } from 'ra-core';
import { Suspense, useEffect, useRef, useState } from 'react';
import { lazyCode } from '../../shared/loading/lazy-code';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useAhead } from '../../shared/loading/use-ahead';
import { saveFile } from '../../shared/save-file';
import { takeFocus } from '../../shared/take-focus';
import { toastErrors } from '../../shared/toasts';
import type { Column } from './columns';
import { tellUnsaved } from './export-ended';

const ExportProgress = lazyPart(() => import('./ExportProgress'));
const loadExport = lazyCode(() => import('./export-list'));
const fetchAhead = () => Promise.all([ExportProgress.ready(), loadExport.ready()]);

/** Why an export ends that nobody has stopped. */
const listLeft = 'the list was left';

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
  const translate = useTranslate();
  const running = useRef<AbortController | null>(null);
  const [progress, setProgress] = useState<{ done: number; all: number } | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useAhead(fetchAhead);
  useEffect(() => () => running.current?.abort(listLeft), []);
  useEffect(() => {
    // Who has scrolled on meanwhile stays there.
    if (!progress && running.current) takeFocus(button.current, { preventScroll: true });
  }, [progress]);

  async function run(): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setProgress({ done: 0, all: total });
    try {
      const { exportList } = await loadExport();
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
      const { aborted, reason } = controller.signal;
      if (!aborted) toastErrors(error);
      if (!aborted || reason === listLeft) tellUnsaved(title.toLowerCase());
    } finally {
      setProgress(null);
    }
  }

  const start = (
    <Button
      ref={button}
      size="small"
      color="inherit"
      startIcon={<DownloadOutlined />}
      onClick={run}
      disabled={total === 0 || progress !== null}
    >
      {translate('ra.action.export')}
    </Button>
  );
  if (!progress) return start;
  return (
    <Suspense fallback={start}>
      <ExportProgress what={title.toLowerCase()} {...progress} onStop={() => running.current?.abort()} />
    </Suspense>
  );
}
