import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { useEffect, useState } from 'react';
import { limits } from '../../contract/limits';
import { toasts } from '../../contract/messages';
import { toast } from './toasts';

interface Props {
  /** What goes on the clipboard. */
  value: string;
  /** The name of the button, for example 'Copy address'. */
  label: string;
  /** What the toast says; 'Address copied' when left out. */
  copiedText?: string;
}

/** Copies an address (or another text), says so in a toast and shows a copied icon for 1.5 s. */
export function CopyButton({ value, label, copiedText = toasts.addressCopied }: Props) {
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

  const copied = copies > 0;
  return (
    <Tooltip title={copied ? 'Copied' : label}>
      <IconButton
        aria-label={copied ? 'Copied' : label}
        color={copied ? 'success' : 'default'}
        onClick={copy}
      >
        {copied ? <CheckOutlined fontSize="small" /> : <ContentCopyOutlined fontSize="small" />}
      </IconButton>
    </Tooltip>
  );
}
