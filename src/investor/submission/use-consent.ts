import { useState } from 'react';

export interface Consent {
  given: boolean;
  give: (given: boolean) => void;
}

/** Whether the person has said that something doubtful is meant. It holds for this `subject` alone, word for word. */
export function useConsent(subject: string): Consent {
  const [meant, setMeant] = useState<string | null>(null);
  return { given: meant === subject, give: (given) => setMeant(given ? subject : null) };
}
