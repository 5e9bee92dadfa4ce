import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

/** Stands above a form that was sent without an answer: what happened, and that trying again is safe. */
export function UnansweredNotice({ onStartOver }: { onStartOver: () => void }) {
  return (
    <Alert severity="warning">
      You sent this and no answer came. Sending it again is safe: it is never counted twice.
      <Button
        color="inherit"
        size="small"
        onClick={onStartOver}
        sx={{ display: 'block', ml: -1.75, textDecoration: 'underline' }}
      >
        Start over
      </Button>
    </Alert>
  );
}
