import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { appConfig } from '../../../app.config';
import { lazyCode } from '../../../shared/loading/lazy-code';
import { takeFocus } from '../../../shared/take-focus';
import { toastErrors } from '../../../shared/toasts';
import type { PageRequest } from '../transaction-page';

const loadFetchAll = lazyCode(() => import('../fetch-all'));
const loadCsv = lazyCode(() => import('./csv'));
const loadDownload = lazyCode(() => import('./download'));

interface Props {
  /** What the list shows; the page of it does not matter. */
  request: PageRequest;
  /** How many transactions that is. */
  total: number;
}

const fileName = () =>
  `${appConfig.brand.toLowerCase()}-transactions-${new Date().toISOString().slice(0, 10)}.csv`;

/** Saves what the filters show, all pages of it, as a CSV file; shows how far it is and can be stopped. */
export function ExportButton({ request, total }: Props) {
  const [done, setDone] = useState<number | null>(null);
  const controller = useRef<AbortController | null>(null);

  const button = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  const isRunning = done !== null;

  useEffect(() => () => controller.current?.abort(), []);
  // The one that was pressed makes way for the other.
  useEffect(() => {
    // Who has scrolled on meanwhile stays there.
    if (controller.current) takeFocus(isRunning ? cancel.current : button.current, { preventScroll: true });
  }, [isRunning]);

  async function save(): Promise<void> {
    controller.current = new AbortController();
    const { signal } = controller.current;
    setDone(0);
    try {
      // What writes the file is fetched with the first one.
      const [{ fetchAll }, { toCsv }, { downloadCsv }] = await Promise.all([
        loadFetchAll(),
        loadCsv(),
        loadDownload(),
      ]);
      const rows = await fetchAll(request, signal, setDone);
      if (signal.aborted) return;
      downloadCsv(toCsv(rows), fileName());
    } catch (error) {
      if (!signal.aborted) toastErrors(error);
    } finally {
      setDone(null);
    }
  }

  if (done === null) {
    return (
      <Button
        ref={button}
        variant="outlined"
        size="small"
        startIcon={<FileDownloadOutlined />}
        disabled={total === 0}
        onClick={save}
      >
        Export CSV
      </Button>
    );
  }
  return (
    <Stack direction="row" role="status" sx={{ alignItems: 'center', gap: 1.5 }}>
      <Stack sx={{ gap: 0.5, minWidth: 132 }}>
        <Typography variant="caption" color="textSecondary">
          Exporting {done} of {total}
        </Typography>
        <LinearProgress
          variant="determinate"
          value={total > 0 ? Math.min(100, (done / total) * 100) : 0}
          aria-label="Export"
        />
      </Stack>
      <Button ref={cancel} size="small" color="inherit" onClick={() => controller.current?.abort()}>
        Cancel
      </Button>
    </Stack>
  );
}
