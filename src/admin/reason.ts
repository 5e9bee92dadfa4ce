import { cleanLine } from '../../contract/clean-text';
import { useConsoleText } from './console-text';
import { useOffers } from './offered';

/** Letters of a reason. It goes in a header, where one letter may take nine bytes of the few kilobytes there are. */
export const reasonLength = 500;

/** A reason as it is kept: without what nobody sees (docs/rules.md, "Validation"). Where nothing is left, none is given. */
export const seenReason = cleanLine;

interface Help {
  required?: boolean;
  /** What becomes of it, on a host that has an audit log. */
  kept?: string;
}

/** What becomes of the reason of a decision about a transaction (docs/rules.md, "Mail"). */
export const toldToInvestor = 'Kept in the audit log, and told to the investor.';

/** What is said beneath a reason, in the language of the console. */
export function useReasonHelp({ required = true, kept = 'Kept in the audit log.' }: Help = {}): string {
  const text = useConsoleText();
  const said = useOffers()('listAudit') ? kept : 'Sent with the change.';
  return text(required ? `Required. ${said}` : said);
}
