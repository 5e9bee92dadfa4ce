import AddOutlined from '@mui/icons-material/AddOutlined';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { useCreatePath } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import { type Column, plainAmount } from '../list/columns';
import type { Filter } from '../list/filters';
import { ResourceList } from '../list/ResourceList';
import { useMay } from '../may';
import type { Declaration, ResourceField, ResourceRecord } from './declaration';
import { fieldText, titleOf } from './field-text';

function columnOf(field: ResourceField, isFirst: boolean): Column<ResourceRecord> {
  const { kind, label, name, sortable } = field;
  const numeric = kind === 'dollars' || kind === 'number';
  return {
    label,
    inHeading: isFirst,
    ...(sortable ? { sortBy: name } : {}),
    ...(numeric ? { align: 'right' as const } : {}),
    render: (record) => {
      const text = fieldText(field, record);
      if (kind !== 'flag') return text;
      return <Chip size="small" color={record[name] === true ? 'success' : 'default'} label={text} />;
    },
    exported: (record) => (numeric ? plainAmount(record[name]) : fieldText(field, record)),
  };
}

function filterOf(field: ResourceField): Filter[] {
  const { kind, label, name } = field;
  switch (kind) {
    case 'choice':
      return [
        {
          kind,
          field: name,
          label,
          choices: field.choices.map(({ value, name: text }) => ({ id: value, name: text })),
        },
      ];
    case 'flag':
      return [{ kind, field: name, label }];
    case 'moment':
      return [{ kind: 'days', field: name, label }];
    case 'dollars':
      return [{ kind: 'amounts', field: name, label }];
    default:
      return [];
  }
}

/** The table of a declared resource. */
export default function RecordList({ declaration }: { declaration: Declaration }) {
  const { name, label, singular, fields, search, creatable = true } = declaration;
  const createPath = useCreatePath();
  const mayEdit = useMay('edit', name);
  const mayCreate = useMay('create', name);
  const shown = fields.filter(({ kind }) => kind !== 'longText');
  const [filters, moreFilters] = [
    ['choice', 'flag'],
    ['moment', 'dollars'],
  ].map((kinds) => fields.filter(({ kind }) => kinds.includes(kind)).flatMap(filterOf));
  const spec = {
    sortable: ['id', ...fields.filter(({ sortable }) => sortable).map((field) => field.name)] as const,
    filterable: {},
    defaultSort: declaration.order ?? (['createdAt', 'DESC'] as const),
  };
  const columns: Column<ResourceRecord>[] = [
    ...shown.map((field, index) => columnOf(field, index === 0)),
    {
      label: 'Options',
      align: 'right',
      pinned: true,
      render: (record) => (
        <Link
          component={RouterLink}
          to={createPath({ resource: name, type: 'edit', id: record.id })}
          aria-label={`${mayEdit ? 'Edit' : 'Open'} ${titleOf(declaration, record)}`}
        >
          {mayEdit ? 'Edit' : 'Open'}
        </Link>
      ),
    },
  ];

  return (
    <ResourceList
      title={label}
      columns={columns}
      spec={spec}
      search={search ?? null}
      filters={filters ?? []}
      moreFilters={moreFilters ?? []}
      actions={
        creatable &&
        mayCreate && (
          <Button
            size="small"
            startIcon={<AddOutlined />}
            component={RouterLink}
            to={createPath({ resource: name, type: 'create' })}
          >
            Add {singular.toLowerCase()}
          </Button>
        )
      }
    />
  );
}
