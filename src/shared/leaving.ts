/** Takes over what somebody is about to do: true when it asks them first, and goes on itself. */
type Holder = (goOn: () => void) => boolean;

const holders = new Set<Holder>();

/** Registers who asks before something typed is lost by what leaves all pages; returns the way to stop it. */
export function holdLeaving(holder: Holder): () => void {
  holders.add(holder);
  return () => {
    holders.delete(holder);
  };
}

/** Does what leaves all pages, as a sign-out: at once, or when the person has said that what they typed may be lost. */
export function leave(goOn: () => void): void {
  for (const holder of holders) if (holder(goOn)) return;
  goOn();
}
