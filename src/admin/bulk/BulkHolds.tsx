import { formatCount } from '../../shared/format';
import { AcceptAnyway } from '../transactions/AcceptAnyway';

interface Props {
  count: number;
  overridden: boolean;
  onChange: (overridden: boolean) => void;
}

/** Says how many withdrawals still wait and whether they are left out, and lets them be confirmed as well. */
export function BulkHolds({ count, overridden, onChange }: Props) {
  const [withdrawals, they] =
    count === 1 ? ['withdrawal still waits', 'it'] : ['withdrawals still wait', 'them'];
  return (
    <AcceptAnyway
      label={`Confirm ${they} before the time; the investors are told by mail`}
      accepted={overridden}
      onChange={onChange}
    >
      {formatCount(count)} {withdrawals}; the list says until when.{' '}
      {overridden ? `The figures above include ${they}.` : `The figures above leave ${they} out.`}
    </AcceptAnyway>
  );
}
