import { useEffect } from 'react';
import { screens } from '../../contract/paths';
import { LoadingScreen } from '../shared/LoadingScreen';

/**
 * Leaves for the front page, which is a document of its own: it is prerendered, always light, and may run a translator
 * that must not live on in a page with an account in it.
 */
export function FrontPage() {
  useEffect(() => location.replace(screens.home), []);
  return <LoadingScreen />;
}
