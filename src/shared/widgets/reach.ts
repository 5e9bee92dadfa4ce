/** Milliseconds after which a provider that has not answered counts as out of reach. */
const patience = 10_000;

/**
 * Whether a provider's address answers. Asked as an embedded page, because it is the one kind of request whose failure
 * browsers do not report in the console; nothing of the answer runs or is seen.
 */
export function canReach(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = document.createElement('object');
    const end = (reached: boolean) => {
      clearTimeout(timer);
      probe.remove();
      resolve(reached);
    };
    const timer = setTimeout(end, patience, false);
    probe.onload = () => end(true);
    probe.onerror = () => end(false);
    // Without the type a picture's address would be fetched as a picture, and its failure reported.
    probe.type = 'text/html';
    probe.ariaHidden = 'true';
    probe.tabIndex = -1;
    probe.style.cssText = 'position:absolute;width:1px;height:1px;opacity:0;pointer-events:none';
    probe.data = address;
    document.body.append(probe);
  });
}

/** Runs a provider's script inside an element; the script finds `text` in its own tag. False when it does not load. */
export function runScript(address: string, place: Element, text = ''): Promise<boolean> {
  return new Promise((resolve) => {
    const script = document.createElement('script');
    script.onload = () => resolve(true);
    script.onerror = () => resolve(false);
    script.async = true;
    script.textContent = text;
    script.src = address;
    place.append(script);
  });
}
