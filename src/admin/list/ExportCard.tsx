import Paper from '@mui/material/Paper';
import { useEffect } from 'react';
import { takeFocus } from '../../shared/take-focus';
import type { ExportUnderWay } from '../theme/exports-under-way';
import ExportProgress from './ExportProgress';

/** An export of a list of react-admin's own parts, over the page. It ends with the console. */
export default function ExportCard({ what, done, all, stop }: ExportUnderWay) {
  useEffect(() => stop, [stop]);
  useEffect(() => {
    const before = document.activeElement;
    return () => takeFocus(before);
  }, []);
  return (
    <Paper
      elevation={6}
      sx={{ position: 'fixed', bottom: 16, left: 16, zIndex: 'snackbar', borderRadius: 2, py: 1, pr: 1 }}
    >
      <ExportProgress what={what} done={done} all={all} onStop={stop} />
    </Paper>
  );
}
