import { type Field, personIn } from './fields';
import { type Names, words } from './names';

/** The server takes none without a text, nor without a choice; that begins as the server's own default does. */
const filledIn = ({ kind, values: [first] }: Field) => [
  ...(kind === 'choice' ? [`default: '${first}'`] : []),
  ...(kind === 'text' || kind === 'choice' ? ['required: true'] : []),
];

const sortable = ({ kind }: Field) => kind !== 'longText' && kind !== 'reference';

function fieldCode(field: Field, isPerson: boolean): string {
  const { name, kind, values, reference } = field;
  const choices = values.map((value) => `{ value: '${value}', name: '${words(value)}' }`);
  const parts = [
    `name: '${name}'`,
    `label: '${words(name.replace(/(?<=[a-z])Id$/, ''))}'`,
    `kind: '${kind}'`,
    ...(kind === 'choice' ? [`choices: [${choices.join(', ')}]`] : []),
    ...(kind === 'reference' ? [`reference: '${reference}'`] : []),
    ...(sortable(field) ? ['sortable: true'] : []),
    ...filledIn(field),
    // Whose a record is stays as it was made.
    ...(isPerson ? ['fixed: true'] : []),
  ];
  return `    { ${parts.join(', ')} },`;
}

/** src/admin/<name>/index.ts: its pages in the console. */
export function consoleFile({ name, label, singular }: Names, fields: readonly Field[]): string {
  return `import FolderOutlined from '@mui/icons-material/FolderOutlined';
import { declareResource } from '../resource/declare-resource';

export default declareResource({
  name: '${name}',
  label: '${label}',
  singular: '${singular}',
  icon: FolderOutlined,
  fields: [
${fields.map((field) => fieldCode(field, field === personIn(fields))).join('\n')}
  ],
  search: 'Search ${label.toLowerCase()}',
});
`;
}
