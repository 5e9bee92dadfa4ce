import AddOutlined from '@mui/icons-material/AddOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { useCreatePath } from 'ra-core';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { type ConsoleText, useConsoleText } from '../console-text';
import { type Column, plainAmount, textOrMissing } from '../list/columns';
import type { Filter } from '../list/filters';
import { ReferenceName } from '../list/ReferenceName';
import { ResourceList } from '../list/ResourceList';
import { useMay } from '../may';
import { type Declaration, isChangeable, type ResourceField, type ResourceRecord } from './declaration';
import { fieldText, titleOf } from './field-text';
import { RecordActions, RecordQuestions } from './RecordActions';
import { useLeftList } from './way-back';

function contentOf(field: ResourceField, record: ResourceRecord, say: ConsoleText): ReactNode {
  const { kind, name, render } = field;
  if (render) return render(record);
  const value: unknown = record[name];
  if (kind === 'reference' && (typeof value === 'string' || typeof value === 'number')) {
    return <ReferenceName reference={field.reference} id={value} />;
  }
  const text = fieldText(field, record);
  if (kind !== 'flag') return text;
  return <Chip size="small" color={value === true ? 'success' : 'default'} label={say(text)} />;
}

function columnOf(field: ResourceField, isFirst: boolean, say: ConsoleText): Column<ResourceRecord> {
  const { kind, label, name, sortable } = field;
  const numeric = kind === 'dollars' || kind === 'number';
  return {
    label,
    inHeading: isFirst,
    ...(sortable ? { sortBy: name } : {}),
    ...(numeric ? { align: 'right' as const } : {}),
    render: (record) => contentOf(field, record, say),
    exported: (record) => {
      if (numeric) return plainAmount(record[name]);
      // What has a date is written as the host has it, so that it can be sorted and counted with.
      return kind === 'moment' || kind === 'date' ? textOrMissing(record[name]) : fieldText(field, record);
    },
  };
}

/** The filter of a field: the host filters every field that it shows. */
function filterOf(field: ResourceField): Filter[] {
  const { kind, label, name, filter } = field;
  if (filter === false) return [];
  if (filter) return [filter];
  if (kind === 'choice') {
    return [
      {
        kind,
        field: name,
        label,
        choices: field.choices.map(({ value, name: text }) => ({ id: value, name: text })),
      },
    ];
  }
  if (kind === 'reference') return [{ kind, field: name, label, reference: field.reference }];
  if (kind === 'flag') return [{ kind, field: name, label }];
  return [{ kind: filterKinds[kind], field: name, label }];
}

const filterKinds = {
  text: 'text',
  longText: 'text',
  date: 'days',
  moment: 'days',
  number: 'numbers',
  dollars: 'amounts',
} as const;

/** Days that every declared resource has, whether or not it shows them. */
const days: readonly Filter[] = [
  { kind: 'days', field: 'createdAt', label: 'Created' },
  { kind: 'days', field: 'updatedAt', label: 'Changed' },
];

/** Whether a filter is at hand at once: it takes little room, and is used the most. */
function isAtHand({ kind }: ResourceField): boolean {
  return kind === 'choice' || kind === 'flag';
}

const actionsSx = { display: 'inline-flex', alignItems: 'center', gap: 1.75 };

/** The table of a declared resource. */
export default function RecordList({ declaration }: { declaration: Declaration }) {
  const { name, label, singular, fields, search, creatable = true } = declaration;
  const createPath = useCreatePath();
  const left = useLeftList();
  const text = useConsoleText();
  const mayEdit = useMay('edit', name) && isChangeable(declaration);
  const mayCreate = useMay('create', name);
  const shown = fields.filter(({ kind }) => kind !== 'longText');
  const filters = fields.filter(isAtHand).flatMap(filterOf);
  const moreFilters = [
    ...fields.filter((field) => !isAtHand(field)).flatMap(filterOf),
    ...days.filter(({ field }) => !fields.some((each) => each.name === field)),
  ];
  const spec = {
    sortable: ['id', ...fields.filter(({ sortable }) => sortable).map((field) => field.name)] as const,
    filterable: {},
    defaultSort: declaration.order ?? (['createdAt', 'DESC'] as const),
  };
  const columns: Column<ResourceRecord>[] = [
    ...shown.map((field, index) => columnOf(field, index === 0, text)),
    {
      label: 'Options',
      align: 'right',
      pinned: true,
      render: (record) => (
        <Box sx={actionsSx}>
          <RecordActions declaration={declaration} record={record} />
          <Link
            component={RouterLink}
            to={createPath({ resource: name, type: 'edit', id: record.id })}
            state={left}
            sx={{ lineHeight: 1.75 }}
            aria-label={`${text(mayEdit ? 'Edit' : 'Open')} ${titleOf(declaration, record)}`}
          >
            {text(mayEdit ? 'Edit' : 'Open')}
          </Link>
        </Box>
      ),
    },
  ];

  return (
    <RecordQuestions declaration={declaration}>
      <ResourceList
        title={label}
        columns={columns}
        spec={spec}
        search={search ?? null}
        filters={filters}
        moreFilters={moreFilters}
        actions={
          creatable &&
          mayCreate && (
            <Button
              size="small"
              startIcon={<AddOutlined />}
              component={RouterLink}
              to={createPath({ resource: name, type: 'create' })}
              state={left}
            >
              {text(`Add ${singular.toLowerCase()}`)}
            </Button>
          )
        }
      />
    </RecordQuestions>
  );
}
