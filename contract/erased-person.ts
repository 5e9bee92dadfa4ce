/** The address that stands for that of an erased person: no mail can go there (RFC 6761), and nobody else has it. */
export function erasedEmail(userId: string): string {
  return `${userId}@erased.invalid`;
}

/** Whether somebody was erased, where a record names them without saying so. */
export function isErased(person: { _id?: string | null; email?: string | null } | null | undefined): boolean {
  return person?._id ? person.email === erasedEmail(person._id) : false;
}
