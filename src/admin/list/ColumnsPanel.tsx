import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormGroup from '@mui/material/FormGroup';

interface Props {
  /** Labels of all columns, in the order of the table. */
  labels: readonly string[];
  hidden: readonly string[];
  onChange: (hidden: string[]) => void;
}

/** Which columns of a list are shown. */
export function ColumnsPanel({ labels, hidden, onChange }: Props) {
  const shown = labels.filter((label) => !hidden.includes(label));
  return (
    <FormGroup aria-label="Columns shown" role="group">
      {labels.map((label) => {
        const checked = shown.includes(label);
        return (
          <FormControlLabel
            key={label}
            label={label}
            // A table without any column could not be read.
            disabled={checked && shown.length === 1}
            control={
              <Checkbox
                size="small"
                checked={checked}
                onChange={() =>
                  onChange(labels.filter((each) => (each === label ? checked : hidden.includes(each))))
                }
              />
            }
            slotProps={{ typography: { variant: 'body2' } }}
          />
        );
      })}
    </FormGroup>
  );
}
