import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router-dom';
import { screens } from '../../contract/paths';

interface Props {
  /** What may be done, as "your password may be changed". */
  done: string;
  /** What is refused then, as "the code". */
  refused: string;
  /** What signs in then, as "your password". */
  secret: string;
}

/** Above a form that was sent and had no answer: how to go on if it was done all the same. */
export function PerhapsDone({ done, refused, secret }: Props) {
  return (
    <Alert severity="warning">
      No answer came, and {done} all the same. If {refused} is refused now,{' '}
      <Link component={RouterLink} to={screens.login} color="inherit">
        log in
      </Link>{' '}
      with {secret}.
    </Alert>
  );
}
