import { required } from 'ra-core';
import { Suspense } from 'react';
import { BooleanInput, DateInput, DateTimeInput, SelectInput, TextInput } from 'react-admin';
import { lazyPart } from '../../shared/loading/lazy-part';
import { useConsoleText } from '../console-text';
import type { ResourceField } from './declaration';

const ReferenceChoice = lazyPart(() => import('../list/ReferenceChoice'));

interface Props {
  field: ResourceField;
  disabled: boolean;
}

const decimal = { htmlInput: { inputMode: 'decimal' } } as const;

/**
 * The input of a field, by its kind. Numbers are typed into a text input: a browser's own takes 1e3, and changes when the
 * wheel is turned over it.
 */
export function FieldInput({ field, disabled }: Props) {
  const text = useConsoleText();
  const { name: source, kind, help = false, input: OwnInput } = field;
  const label = text(field.label);
  if (OwnInput) return <OwnInput source={source} label={label} disabled={disabled} />;
  const validate = field.required && !disabled ? required() : [];
  const props = { source, label, disabled, helperText: help, validate };
  switch (kind) {
    case 'reference':
      return (
        <Suspense>
          <ReferenceChoice {...props} reference={field.reference} />
        </Suspense>
      );
    case 'flag':
      return <BooleanInput {...props} />;
    case 'choice':
      return (
        <SelectInput
          {...props}
          choices={[...field.choices]}
          optionValue="value"
          optionText="name"
          translateChoice={false}
        />
      );
    case 'date':
      return <DateInput {...props} />;
    case 'moment':
      return <DateTimeInput {...props} />;
    case 'longText':
      return <TextInput {...props} autoComplete="off" multiline minRows={4} />;
    case 'number':
      return <TextInput {...props} autoComplete="off" slotProps={decimal} />;
    default:
      return <TextInput {...props} autoComplete="off" />;
  }
}
