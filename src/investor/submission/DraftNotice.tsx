import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Stands above a form that was filled before and not sent. */
export function DraftNotice({
  onClear,
  children = 'This is what you had filled in before. Nothing was sent yet.',
}: {
  onClear: () => void;
  children?: string;
}) {
  return (
    <Alert
      severity="info"
      action={
        <Button color="inherit" size="small" onClick={onClear}>
          Clear
        </Button>
      }
    >
      {children}
    </Alert>
  );
}
