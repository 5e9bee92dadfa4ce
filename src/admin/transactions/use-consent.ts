import { useState } from 'react';

/** Whether somebody agrees to what they are shown. To what is shown in its place nobody has agreed yet. */
export function useConsent(...shown: unknown[]): [given: boolean, give: (given: boolean) => void] {
  const [agreedTo, setAgreedTo] = useState<string>();
  const now = JSON.stringify(shown);
  return [agreedTo === now, (given) => setAgreedTo(given ? now : undefined)];
}
