import { useEffect } from 'react';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';

/** Leaves for the front page, which is a document of its own: it is prerendered and always light. */
export function FrontPage() {
  useEffect(() => location.replace(screens.home), []);
  return <LoadingScreen />;
}
