import { AutocompleteInput, ReferenceInput } from 'react-admin';

interface Props {
  source: string;
  label: string;
  /** The resource that is chosen from. */
  reference: string;
  disabled?: boolean;
}

/** Chooses a record of another resource by what it is called; the host searches. */
export default function ReferenceChoice({ source, label, reference, disabled = false }: Props) {
  return (
    <ReferenceInput source={source} reference={reference}>
      <AutocompleteInput label={label} disabled={disabled} fullWidth />
    </ReferenceInput>
  );
}
