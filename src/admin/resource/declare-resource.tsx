import { lazy } from 'react';
import type { ConsoleResource } from '../console-resource';
import type { Declaration } from './declaration';
import { titleOf } from './field-text';

const RecordList = lazy(() => import('./RecordList'));
const EditPage = lazy(() => import('./EditPage'));
const CreatePage = lazy(() => import('./CreatePage'));

/**
 * A part of the console made of one declaration: its menu entry, the table with paging, sorting, filters and export, and
 * the form, whose every write says why.
 */
export function declareResource(declaration: Declaration): ConsoleResource {
  const { name, label, icon, creatable = true, adminsOnly = false } = declaration;
  return {
    name,
    icon,
    options: { label, adminsOnly },
    list: () => <RecordList declaration={declaration} />,
    edit: () => <EditPage declaration={declaration} />,
    ...(creatable ? { create: () => <CreatePage declaration={declaration} /> } : {}),
    recordRepresentation: (record) => titleOf(declaration, record),
  };
}
