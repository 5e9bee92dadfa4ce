import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import { countries } from './countries';
import { SelectField } from './SelectField';

type Props<Values extends FieldValues, Output> = UseControllerProps<Values, FieldPath<Values>, Output> & {
  /** What is stored already. Hosts keep a country as free text: a name that is not in the list stays a choice. */
  stored?: string;
};

/** The choice of a country: the browser's own list, which phones show best and keyboards search. Its value is the name. */
export function CountryField<Values extends FieldValues, Output>({
  stored,
  ...field
}: Props<Values, Output>) {
  const unlisted = countries.some(({ name }) => name === stored) ? undefined : stored;
  return (
    <SelectField
      {...field}
      label="Country"
      autoComplete="country-name"
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">Choose a country</option>
      {unlisted && <option value={unlisted}>{unlisted}</option>}
      {countries.map(({ code, name }) => (
        <option key={code} value={name}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
