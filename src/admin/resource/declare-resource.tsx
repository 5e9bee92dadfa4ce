import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';
import type { Declaration } from './declaration';
import { titleOf } from './field-text';

const RecordList = lazyPage(() => import('./RecordList'));
const EditPage = lazyPage(() => import('./EditPage'));
const CreatePage = lazyPage(() => import('./CreatePage'));

/**
 * A part of the console made of one declaration: its menu entry, the table with paging, sorting, filters and export, and
 * the form, whose every write says why.
 */
export function declareResource(declaration: Declaration): ConsoleResource {
  const { name, label, singular, icon, creatable = true, adminsOnly = false } = declaration;
  return {
    name,
    icon,
    // Hosts of the base calls alone have no /api/admin.
    options: { label, singular, adminsOnly, needs: 'listOffered' },
    // Its code can be fetched before it is shown, as that of our own lists.
    list: Object.assign(() => <RecordList declaration={declaration} />, { ready: () => RecordList.ready() }),
    edit: () => <EditPage declaration={declaration} />,
    ...(creatable ? { create: () => <CreatePage declaration={declaration} /> } : {}),
    recordRepresentation: (record) => titleOf(declaration, record),
  };
}
