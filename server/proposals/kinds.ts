import type { ProposalKind } from '../../contract/enums';
import type { Preview } from '../../contract/preview';
import type { Effect } from '../../contract/proposals';
import type { z } from '../../contract/zod';
import type { Queries, Tx } from '../db/client';
import type { Actor } from '../request';

/** An act: on what, and with what. */
export interface Act {
  subjectType: string;
  subjectId: string;
  parameters: unknown;
}

/** What an act would do at a moment. */
export interface Sight {
  effect: Effect;
  /** What it would do to an account; figures that are shown beside the effect and not agreed on. */
  preview: Preview | null;
}

/** Who approves, with the reason that the proposer gave. */
export type Approver = Actor & { userId: string; approves: { proposalId: string; proposerId: string } };

interface Declared<Parameters> {
  /** What the stored parameters of the act look like. */
  parameters: z.ZodType<Parameters>;
  /**
   * What the act would do now. With `lock` it takes the locks that the act takes, in their order, so that what it says
   * holds until the transaction ends. Throws what the act would be refused with.
   */
  look(db: Queries, act: Act & { parameters: Parameters }, lock: boolean): Promise<Sight>;
  /** Does it, with what it writes down and tells people of; names what it has made, if anything. */
  apply(tx: Tx, approver: Approver, act: Act & { parameters: Parameters }): Promise<string | null>;
}

/** How acts of one kind are looked at and done. */
export interface ActKind {
  look(db: Queries, act: Act, lock: boolean): Promise<Sight>;
  apply(tx: Tx, approver: Approver, act: Act): Promise<string | null>;
}

/** Every kind of act that can be proposed; each domain makes its own, and the server's composition puts them together. */
export type ActKinds = Readonly<Record<ProposalKind, ActKind>>;

/** A kind of act that knows its parameters, as one that reads them from the database. */
export function actKind<Parameters>({ parameters, look, apply }: Declared<Parameters>): ActKind {
  const read = (act: Act) => ({ ...act, parameters: parameters.parse(act.parameters) });
  return {
    look: async (db, act, lock) => look(db, read(act), lock),
    apply: async (tx, approver, act) => apply(tx, approver, read(act)),
  };
}
