import { useSplatPathBase, useWarnWhenUnsavedChanges } from 'ra-core';
import { Toolbar } from 'react-admin';

/**
 * Below a form of tabs, which have addresses of their own: who leaves all of them is asked as one who leaves any other form.
 * A theme does not reach the form itself.
 */
export default function TabbedToolbar() {
  useWarnWhenUnsavedChanges(true, useSplatPathBase());
  return <Toolbar />;
}
