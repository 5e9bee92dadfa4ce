import CheckOutlined from '@mui/icons-material/CheckOutlined';
import ContentCopyOutlined from '@mui/icons-material/ContentCopyOutlined';
import IconButton from '@mui/material/IconButton';
import Tooltip from '@mui/material/Tooltip';
import { toasts } from '../../contract/messages';
import { useCopy } from './use-copy';

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
  const { copied, copy } = useCopy(value, copiedText);
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
