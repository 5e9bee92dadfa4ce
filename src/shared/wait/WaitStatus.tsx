import { visuallyHidden } from '../visually-hidden';
import type { Wait } from './use-wait';
import { spokenText } from './wait-text';

interface Props {
  wait: Wait;
  /** What can be done once the wait is over: "try again". */
  what: string;
}

/** Tells those who do not see the clock when a wait begins and when it is over; not each second of it. */
export function WaitStatus({ wait: { seconds, whole }, what }: Props) {
  const text =
    whole === 0 ? '' : seconds > 0 ? `You can ${what} in ${spokenText(whole)}` : `You can ${what} now`;
  return (
    <span role="status" style={visuallyHidden}>
      {text}
    </span>
  );
}
