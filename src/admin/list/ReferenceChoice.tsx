import type { Validator } from 'ra-core';
import type { ReactNode } from 'react';
import { AutocompleteInput, ReferenceInput } from 'react-admin';

interface Props {
  source: string;
  label: string;
  /** The resource that is chosen from. */
  reference: string;
  disabled?: boolean;
  validate?: Validator | Validator[];
  helperText?: ReactNode;
  /** Among the filters of a list: as high as those, with nothing beneath. */
  asFilter?: boolean;
}

/** What is offered stands at the end of the page, as a menu does: outside of its landmarks. */
const choices = { popper: { role: 'region', 'aria-label': 'Choices' } };

/** Chooses a record of another resource by what it is called; the host searches. */
export default function ReferenceChoice({ source, label, reference, asFilter = false, ...input }: Props) {
  return (
    <ReferenceInput source={source} reference={reference}>
      <AutocompleteInput
        label={label}
        {...input}
        fullWidth
        slotProps={choices}
        {...(asFilter && { size: 'small', helperText: false })}
      />
    </ReferenceInput>
  );
}
