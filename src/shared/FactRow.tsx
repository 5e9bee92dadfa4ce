import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ComponentProps } from 'react';
import { ItemRow } from './ItemRow';

interface FactProps {
  name: string;
  value: string;
}

function Fact({ name, value }: FactProps) {
  return (
    <Box sx={{ display: 'flex', gap: 0.75, minWidth: 0 }}>
      <Box component="dt">{name}</Box>
      <Box component="dd" sx={{ m: 0, color: 'text.primary', overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </Box>
  );
}

interface Props extends Pick<ComponentProps<typeof ItemRow>, 'Icon' | 'title' | 'action'> {
  facts: readonly FactProps[];
  /** Of the facts, for the button: two of the same name are told apart by them. */
  factsId: string;
}

/** An item of a list with a few facts about it. */
export function FactRow({ facts, factsId, ...item }: Props) {
  return (
    <ItemRow {...item}>
      <Typography
        id={factsId}
        component="dl"
        variant="body2"
        sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, m: 0, mt: 0.25, color: 'text.secondary' }}
      >
        {facts.map((fact) => (
          <Fact key={fact.name} {...fact} />
        ))}
      </Typography>
    </ItemRow>
  );
}
