import { toast } from '../../shared/toasts';

/** Says that an export is over without a file: what has failed, or that its list was left, does not say so. */
export function tellUnsaved(what: string): void {
  toast({
    title: 'Export',
    description: `The export of ${what} ended early. No file was saved.`,
    variant: 'warning',
  });
}
