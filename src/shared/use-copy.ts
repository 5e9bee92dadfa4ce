import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';
import { toasts } from '../../contract/messages';
import { toast } from './toasts';

/** Puts a text on the clipboard and says so in a toast; `copied` for 1.5 s afterwards. */
export function useCopy(value: string, copiedText: string): { copied: boolean; copy: () => Promise<void> } {
  // Counted, so that a second click starts the 1.5 s anew.
  const [copies, setCopies] = useState(0);

  useEffect(() => {
    if (copies === 0) return;
    const timer = setTimeout(() => setCopies(0), limits.copyFeedback);
    return () => clearTimeout(timer);
  }, [copies]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value);
      setCopies((count) => count + 1);
      toast({ description: copiedText, variant: 'success' });
    } catch {
      // Browsers refuse the clipboard without permission or on a page without https.
      toast({
        title: toasts.errorTitle,
        description: 'Your browser did not allow copying. Select the text and copy it by hand.',
        variant: 'destructive',
      });
    }
  }

  return { copied: copies > 0, copy };
}
