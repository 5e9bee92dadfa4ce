import Alert, { type AlertProps } from '@mui/material/Alert';
import { useConsoleText } from './console-text';

/** What is in a form was typed in an earlier session (./kept-typed.ts). */
export function KeptNotice(props: Pick<AlertProps, 'sx'>) {
  const text = useConsoleText();
  return (
    <Alert severity="info" {...props}>
      {text('This is what you had typed when your session ended. It is not saved yet.')}
    </Alert>
  );
}
