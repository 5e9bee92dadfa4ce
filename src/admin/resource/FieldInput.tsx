import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { type Control, Controller } from 'react-hook-form';
import { FormField } from '../../shared/FormField';
import { SelectField } from '../../shared/SelectField';
import type { ResourceField } from './declaration';
import type { FormValues } from './record-form';

interface Props {
  field: ResourceField;
  control: Control<FormValues>;
  disabled: boolean;
}

/** The input of a field, by its kind. */
export function FieldInput({ field, control, disabled }: Props) {
  const { name, label, kind, help } = field;
  if (kind === 'flag') {
    return (
      <Controller
        name={name}
        control={control}
        render={({ field: { value, onChange, ref, onBlur } }) => (
          <FormControlLabel
            label={label}
            disabled={disabled}
            control={
              <Switch
                checked={value === true}
                onChange={(_, checked) => onChange(checked)}
                onBlur={onBlur}
                slotProps={{ input: { ref } }}
              />
            }
          />
        )}
      />
    );
  }
  if (kind === 'choice') {
    return (
      <SelectField name={name} control={control} label={label} helperText={help} disabled={disabled}>
        {field.choices.map((choice) => (
          <MenuItem key={choice.value} value={choice.value}>
            {choice.name}
          </MenuItem>
        ))}
      </SelectField>
    );
  }
  const isMoment = kind === 'moment';
  return (
    <FormField
      name={name}
      control={control}
      label={label}
      helperText={help}
      disabled={disabled}
      autoComplete="off"
      type={isMoment ? 'datetime-local' : 'text'}
      {...(kind === 'longText' ? { multiline: true, minRows: 4 } : {})}
      slotProps={{
        ...(isMoment ? { inputLabel: { shrink: true } } : {}),
        ...(kind === 'number' ? { htmlInput: { inputMode: 'decimal' } } : {}),
      }}
    />
  );
}
