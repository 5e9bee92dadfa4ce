import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { z } from 'zod';

const codeSentSchema = z.object({ codeSentAt: z.number() });

/** What the register page hands to the OTP page as navigation state: when the code was sent, in ms since 1970. */
export type CodeSent = z.infer<typeof codeSentSchema>;

/** When the code was sent that led to this page, in ms since 1970; 0 when none was. */
export function useCodeSentAt(): number {
  const { state } = useLocation();
  const [sentAt] = useState(() => codeSentSchema.safeParse(state).data?.codeSentAt ?? 0);
  return sentAt;
}
