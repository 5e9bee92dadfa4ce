import Box from '@mui/material/Box';
import { useEffect, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { ReasonField } from '../ReasonField';
import { seenReason } from '../reason';

interface Props {
  reason: string;
  onChange: (reason: string) => void;
}

/**
 * Why a record is added or changed, below the inputs of a form that does; kept in the audit log. It is no value of the form, which the host
 * and the page's own code would get. A form is not sent without it: what else is wrong with the form is said as well.
 */
export function FormReason({ reason, onChange }: Props) {
  const { trigger } = useFormContext();
  const [missing, setMissing] = useState(false);
  const place = useRef<HTMLElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const blank = !seenReason(reason);

  useEffect(() => {
    const form = place.current?.closest('form');
    if (!blank || !form) return undefined;
    const refuse = (event: Event): void => {
      event.preventDefault();
      event.stopPropagation();
      setMissing(true);
      input.current?.focus();
      void trigger();
    };
    // Before the form hears of it.
    form.addEventListener('submit', refuse, true);
    return () => form.removeEventListener('submit', refuse, true);
  }, [blank, trigger]);

  return (
    <Box ref={place}>
      <ReasonField value={reason} onChange={onChange} error={missing && blank} inputRef={input} fullWidth />
    </Box>
  );
}
