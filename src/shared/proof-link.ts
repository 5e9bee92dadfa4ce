/** Where the proof image of a deposit leads. */
export interface ProofLink {
  href: string;
  /** The site it is on, as it is called up: with its port, and in the letters of the protocol; null when it is this one. */
  host: string | null;
}

/**
 * The address of a proof image if it may be a link: of the web, or of this site. An investor wrote it, so
 * `javascript:` and the like, and text that is no address at all, give null.
 */
export function proofLink(address: string | null | undefined): ProofLink | null {
  if (!address || !/^(https?:\/\/|\/)/i.test(address) || !URL.canParse(address, location.origin)) return null;
  const { href, host, origin, protocol } = new URL(address, location.origin);
  if (protocol !== 'https:' && protocol !== 'http:') return null;
  const ours = new URL(import.meta.env.VITE_API_URL || '/', location.origin).origin;
  return { href, host: origin === ours || origin === location.origin ? null : host };
}
