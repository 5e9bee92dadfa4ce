import { formatCount } from '../../shared/format';
import { AcceptAnyway } from '../transactions/AcceptAnyway';

interface Props {
  count: number;
  accepted: boolean;
  onChange: (accepted: boolean) => void;
}

/** Says how many deposits are duplicates and whether they are left out, and lets them be confirmed as well. */
export function BulkDuplicates({ count, accepted, onChange }: Props) {
  const [deposits, they] = count === 1 ? ['deposit names', 'it'] : ['deposits name', 'them'];
  return (
    <AcceptAnyway label={`Confirm ${they} too`} accepted={accepted} onChange={onChange}>
      {formatCount(count)} {deposits} a transaction id that another deposit names, confirmed already or among
      those chosen. {accepted ? `The figures above include ${they}.` : `The figures above leave ${they} out.`}
    </AcceptAnyway>
  );
}
