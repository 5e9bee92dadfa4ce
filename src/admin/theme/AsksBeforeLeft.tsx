import { useQueryClient } from '@tanstack/react-query';
import { useResourceContext, useSplatPathBase } from 'ra-core';
import { useEffect } from 'react';
import { useFormState } from 'react-hook-form';
import { LeaveQuestion } from './LeaveQuestion';

interface Props {
  /** Whether the form has tabs, whose addresses begin with its own. */
  tabs: boolean;
  /** Whether the page itself leads on now: what was entered is saved, or somebody else's to save. */
  leadsOn: (isSubmitting: boolean) => boolean;
  /** Something was entered in a form that held nothing new. */
  onEntered: () => void;
}

interface WholeProps extends Props {
  /** Something was entered that is no value of the form: the reason. */
  besides: boolean;
}

function Question({ tabs, leadsOn, onEntered }: Props) {
  const client = useQueryClient();
  const resource = useResourceContext();
  const { isSubmitting } = useFormState();
  const form = useSplatPathBase();
  useEffect(onEntered, [onEntered]);

  const isTab = (path: string) =>
    tabs && (path === form || path.startsWith(`${form}/`)) && path !== `${form}/show`;

  /** A page that deletes the record of the form leads on while that is taken. */
  const loses = (path = '') =>
    !isTab(path) && !leadsOn(isSubmitting) && client.isMutating({ mutationKey: [resource, 'delete'] }) === 0;

  return <LeaveQuestion loses={loses} />;
}

/**
 * Asks before what was entered in the form around it is lost. Tabs of the form are no other page.
 *
 * react-admin's `warnWhenUnsavedChanges` was tried: it asks by a box of the browser's own, and holds back the page that a
 * form leads on to when it was taken, after which the step that closes the question for the reason stays on the form.
 */
export function AsksBeforeLeft({ besides, ...props }: WholeProps) {
  const { dirtyFields } = useFormState();
  return (besides || Object.keys(dirtyFields).length > 0) && <Question {...props} />;
}
