/** For tests: an answer is held back, by its `after`, until `release` is called. */
export function heldBack() {
  let release = () => {};
  const after = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { after, release: () => release() };
}
