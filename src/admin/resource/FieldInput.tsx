import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import { Suspense } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { FormField } from '../../shared/FormField';
import { lazyPart } from '../../shared/loading/lazy-part';
import { SelectField } from '../../shared/SelectField';
import { useConsoleText } from '../console-text';
import type { ResourceField } from './declaration';
import type { FormValues } from './record-form';

const ReferenceChoice = lazyPart(() => import('../list/ReferenceChoice'));

interface Props {
  field: ResourceField;
  control: Control<FormValues>;
  disabled: boolean;
}

const inputTypes: Partial<Record<ResourceField['kind'], string>> = { moment: 'datetime-local', date: 'date' };

/** The input of a field, by its kind. */
export function FieldInput({ field, control, disabled }: Props) {
  const text = useConsoleText();
  const { name, kind, help, input: OwnInput } = field;
  const label = text(field.label);
  if (OwnInput) return <OwnInput source={name} label={label} disabled={disabled} />;
  if (kind === 'reference') {
    return (
      <Suspense>
        <ReferenceChoice source={name} label={label} disabled={disabled} reference={field.reference} />
      </Suspense>
    );
  }
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
  const isDay = kind === 'moment' || kind === 'date';
  return (
    <FormField
      name={name}
      control={control}
      label={label}
      helperText={help}
      disabled={disabled}
      autoComplete="off"
      type={inputTypes[kind] ?? 'text'}
      {...(kind === 'longText' ? { multiline: true, minRows: 4 } : {})}
      slotProps={{
        ...(isDay ? { inputLabel: { shrink: true } } : {}),
        ...(kind === 'number' ? { htmlInput: { inputMode: 'decimal' } } : {}),
      }}
    />
  );
}
