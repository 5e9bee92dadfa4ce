import Button from '@mui/material/Button';
import { useId } from 'react';
import type { Factor } from '../../contract/factors';
import { FactRow } from '../shared/FactRow';
import { formatDate, formatMoment } from '../shared/format';
import { kindTexts } from './factor-kinds';

interface Props {
  factor: Factor;
  onRemove: () => void;
}

/** One second factor, and the way to remove it. */
export function FactorItem({ factor: { kind, name, createdAt, lastUsedAt }, onRemove }: Props) {
  const factsId = useId();
  return (
    <FactRow
      Icon={kindTexts[kind].Icon}
      title={name}
      factsId={factsId}
      facts={[
        { name: 'Kind', value: kindTexts[kind].name },
        { name: 'Added', value: formatDate(createdAt) },
        { name: 'Last used', value: lastUsedAt === null ? 'never' : formatMoment(lastUsedAt) },
      ]}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-label={`Remove ${name}`}
          aria-describedby={factsId}
          onClick={onRemove}
          sx={{ minHeight: { xs: 44, sm: 36 } }}
        >
          Remove
        </Button>
      }
    />
  );
}
