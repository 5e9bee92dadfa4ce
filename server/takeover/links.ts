import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type ReportedMail, reportedMails } from '../../contract/enums';
import { id as idSchema } from '../../contract/fields';
import { limits } from '../../contract/limits';
import { screens } from '../../contract/paths';

/** What a link says: whose mail it came with, and which one. */
export interface LinkFacts {
  userId: string;
  about: ReportedMail;
  mailedAt: Date;
  /** The same for the same link, and no other; nobody makes the link of it. */
  linkHash: string;
}

export interface ReportLinks {
  /** The address of the page for a mail that is written now. */
  linkTo(userId: string, about: ReportedMail): string;
  /** What the token of a link says; undefined when it is not ours, or too old. */
  read(token: string): LinkFacts | undefined;
}

/**
 * Links "This was not me" (docs/rules.md, "This was not me"). The token is the fragment of the address, which browsers send
 * nobody, in no request and no Referer.
 */
export function createReportLinks(key: Uint8Array, publicUrl: string): ReportLinks {
  const sign = (facts: string) => createHmac('sha256', key).update(`not-me|${facts}`).digest('base64url');

  return {
    linkTo(userId, about) {
      const mailedAt = Date.now();
      const facts = [userId, about, mailedAt, mailedAt + limits.takeoverLink].join('.');
      return `${publicUrl}${screens.notMe}#token=${facts}.${sign(facts)}`;
    },

    read(token) {
      const end = token.lastIndexOf('.');
      const facts = token.slice(0, Math.max(0, end));
      // As text: the last letter of a signature has bits that decode to nothing.
      const wanted = Buffer.from(sign(facts));
      const given = Buffer.from(token.slice(end + 1));
      if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
      const [userId, about, mailedAt, expires] = facts.split('.');
      const mail = reportedMails.safeParse(about);
      if (!idSchema.safeParse(userId).success || userId === undefined || !mail.success) return undefined;
      if (!(Number(expires) > Date.now())) return undefined;
      const linkHash = createHash('sha256').update(facts).digest('base64url');
      return { userId, about: mail.data, mailedAt: new Date(Number(mailedAt)), linkHash };
    },
  };
}
