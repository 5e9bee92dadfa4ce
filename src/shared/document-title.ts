import { useEffect } from 'react';

/** Sets the title of the document while the page is shown (specification, section 2). */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
