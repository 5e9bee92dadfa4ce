import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';
import { Panel, type PanelPlace } from './Panel';

interface Props {
  place: PanelPlace;
  /** All columns, in the order of the table: what each is known by, and what it is called; one of buttons shows nothing of a record. */
  columns: readonly { key: string; label: string; buttons?: boolean }[];
  /** What those are known by that are left out. */
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/**
 * Which columns of a list are shown. react-admin's own choice of columns offers switches within the options of a menu,
 * which no screen reader makes sense of, and none of it on phones, where the lists are cards.
 */
export default function ColumnsPanel({ place, columns, hidden, onChange }: Props) {
  const showing = columns.filter(({ key, buttons }) => !buttons && !hidden.includes(key));
  return (
    <Panel {...place}>
      <FormGroup aria-label="Columns shown" role="group">
        {columns.map(({ key, label, buttons }) => {
          const checked = !hidden.includes(key);
          return (
            <FormControlLabel
              key={key}
              label={label}
              // A table that shows nothing of its records could not be read.
              disabled={checked && !buttons && showing.length === 1}
              control={
                <Checkbox
                  size="small"
                  checked={checked}
                  onChange={() =>
                    onChange(checked ? [...hidden, key] : hidden.filter((each) => each !== key))
                  }
                />
              }
              slotProps={{ typography: { variant: 'body2' } }}
            />
          );
        })}
      </FormGroup>
    </Panel>
  );
}
