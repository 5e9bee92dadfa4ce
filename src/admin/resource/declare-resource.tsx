import { useResourceDefinition } from 'ra-core';
import { type ComponentType, useMemo } from 'react';
import { offeredAs, resourcesPath } from '../../../contract/calls';
import { lazyPage } from '../../shared/loading/lazy-part';
import type { ConsoleResource } from '../console-resource';
import type { Declaration } from './declaration';
import { titleOf } from './field-text';

const RecordList = lazyPage(() => import('./RecordList'));
const EditPage = lazyPage(() => import('./EditPage'));
const CreatePage = lazyPage(() => import('./CreatePage'));

/** These pages show what an extension adds (../extensions/unknown-names.ts). */
const extended = { showsAdditions: true };

interface PageProps {
  declaration: Declaration;
  page: ComponentType<{ declaration: Declaration }>;
}

/** A page of it, which calls it as the options of an extension do. */
function Page({ declaration, page: Content }: PageProps) {
  const { options } = useResourceDefinition({ resource: declaration.name });
  const { label = declaration.label, singular = declaration.singular }: ConsoleResource['options'] & {} =
    options ?? {};
  const called = useMemo(() => ({ ...declaration, label, singular }), [declaration, label, singular]);
  return <Content declaration={called} />;
}

/**
 * A part of the console made of one declaration: its menu entry, the table with paging, sorting, filters and export, and
 * the form, whose every write says why.
 */
export function declareResource(declaration: Declaration): ConsoleResource {
  const { name, label, singular, icon, creatable = true, adminsOnly = false } = declaration;
  return {
    name,
    icon,
    options: {
      label,
      singular,
      adminsOnly,
      needs: offeredAs({ method: 'GET', path: `${resourcesPath}/${name}` }),
    },
    // Its code can be fetched before it is shown, as that of our own lists.
    list: Object.assign(() => <Page declaration={declaration} page={RecordList} />, {
      ready: () => RecordList.ready(),
      ...extended,
    }),
    edit: Object.assign(() => <Page declaration={declaration} page={EditPage} />, extended),
    ...(creatable ? { create: () => <Page declaration={declaration} page={CreatePage} /> } : {}),
    recordRepresentation: (record) => titleOf(declaration, record),
  };
}
