import FilterListOutlined from '@mui/icons-material/FilterListOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Collapse from '@mui/material/Collapse';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { type ReactNode, useState } from 'react';
import { currencies } from '../../../contract/currencies';
import { trxStatuses, trxTypes } from '../../../contract/enums';
import { printing } from '../../shared/print-styles';
import { DayField } from './DayField';
import { activeFilters, crossed, noFilter, readFilter, type TransactionFilter } from './transaction-filter';

interface Props {
  filter: TransactionFilter;
  onFilter: (filter: TransactionFilter) => void;
  /** The host says when each was made: there are days to choose. */
  dated: boolean;
  /** On phones: what stands beside the button that the filters are folded away behind. */
  beside: ReactNode;
}

const choices = {
  type: { label: 'Type', options: trxTypes.options.map((value) => ({ value, name: value })) },
  status: { label: 'Status', options: trxStatuses.options.map((value) => ({ value, name: value })) },
  currency: { label: 'Currency', options: currencies.map(({ value, name }) => ({ value, name })) },
} as const;

/** What a day takes in Firefox, which sets it wider than Chromium: with less its year is cut off. */
const dayWidth = '10.5rem';

/** What the list is narrowed to: type, status, currency, and from which day to which. */
export function FilterBar({ filter, onFilter, dated, beside }: Props) {
  const active = activeFilters(filter);
  const [open, setOpen] = useState(active > 0);

  function set(name: keyof TransactionFilter, value: string): void {
    onFilter(readFilter(new URLSearchParams({ ...filter, [name]: value })));
  }

  const fields = (
    <Box
      role="group"
      aria-label="Filters"
      sx={{
        display: { xs: 'grid', lg: 'flex' },
        flexWrap: 'wrap',
        gridTemplateColumns: { xs: '1fr 1fr', sm: `repeat(auto-fit, minmax(${dayWidth}, 1fr))` },
        gap: 1.5,
        alignItems: 'start',
        '& > .MuiFormControl-root': { flex: '1 1 8.5rem' },
        '& > :has([type="date"])': { flexBasis: dayWidth },
      }}
    >
      {(['type', 'status', 'currency'] as const).map((name) => (
        <TextField
          key={name}
          select
          size="small"
          label={choices[name].label}
          value={filter[name]}
          onChange={(event) => set(name, event.target.value)}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">All</MenuItem>
          {choices[name].options.map((option) => (
            <MenuItem key={option.value} value={option.value}>
              {option.name}
            </MenuItem>
          ))}
        </TextField>
      ))}
      {dated && (
        <>
          <DayField
            label="From"
            value={filter.from}
            max={filter.to}
            error={crossed(filter) ? 'From is after To' : undefined}
            onDay={(value) => set('from', value)}
          />
          <DayField label="To" value={filter.to} min={filter.from} onDay={(value) => set('to', value)} />
        </>
      )}
      {active > 0 && (
        <Button size="small" variant="text" onClick={() => onFilter(noFilter)} sx={{ justifySelf: 'start' }}>
          Clear filters
        </Button>
      )}
    </Box>
  );
  if (!beside)
    return (
      <Box data-print={printing.off} sx={{ mb: 2 }}>
        {fields}
      </Box>
    );
  return (
    <Box data-print={printing.off} sx={{ mb: 2 }}>
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 1.5 }}>
        <Button
          variant="outlined"
          size="small"
          startIcon={<FilterListOutlined />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {active > 0 ? `Filters (${active})` : 'Filters'}
        </Button>
        {beside}
      </Box>
      <Collapse in={open} mountOnEnter unmountOnExit>
        <Box sx={{ pt: 2 }}>{fields}</Box>
      </Collapse>
    </Box>
  );
}
