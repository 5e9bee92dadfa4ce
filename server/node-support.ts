/** The last day of security fixes, by major version (https://github.com/nodejs/release#release-schedule). */
const lastFixes: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

/** What to say of a version of Node ("20.19.0") that gets no security fixes any more; nothing when it does. */
export function nodeWarning(version: string, today: Date): string | undefined {
  const last = lastFixes[Number.parseInt(version, 10)];
  if (last === undefined || today <= new Date(`${last}T23:59:59Z`)) return undefined;
  return `Node.js ${version} has had no security fixes since ${last}. Run the server with a newer version.`;
}
