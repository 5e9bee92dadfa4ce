import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import type { RaRecord } from 'ra-core';
import { type Column, columnKey } from './columns';
import { isHidden } from './hidden-columns';

interface Props<R extends RaRecord> {
  /** All columns, in the order of the table. */
  columns: readonly Column<R>[];
  /** What those are known by that are left out. */
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/**
 * Which columns of a list are shown. react-admin's own choice of columns offers switches within the options of a menu,
 * which no screen reader makes sense of, and none of it on phones, where the lists are cards.
 */
export default function ColumnsPanel<R extends RaRecord>({ columns, hidden, onChange }: Props<R>) {
  const left = columns.filter((column) => isHidden(column, hidden)).map(columnKey);
  const shown = columns.map(columnKey).filter((key) => !left.includes(key));
  return (
    <FormGroup aria-label="Columns shown" role="group">
      {columns.map((column) => {
        const { label } = column;
        const own = columnKey(column);
        const checked = shown.includes(own);
        return (
          <FormControlLabel
            key={own}
            label={label}
            // A table without any column could not be read.
            disabled={checked && shown.length === 1}
            control={
              <Checkbox
                size="small"
                checked={checked}
                onChange={() => onChange(checked ? [...left, own] : left.filter((key) => key !== own))}
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        );
      })}
    </FormGroup>
  );
}
