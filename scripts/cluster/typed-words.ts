import type { Interface } from 'node:readline';

/**
 * Carries out what is typed, until that is "quit" or nothing more comes, and then reads no more: a terminal that is still
 * read keeps the process, and leaving the loop does not close it.
 */
export async function carryOutAll(
  lines: Interface,
  carryOut: (word: string) => Promise<void>,
): Promise<void> {
  try {
    lines.prompt();
    for await (const line of lines) {
      const word = line.trim();
      if (word === 'quit') return;
      await carryOut(word).catch((error: unknown) =>
        console.log(`  ${error instanceof Error ? error.message : String(error)}`),
      );
      lines.prompt();
    }
  } finally {
    lines.close();
  }
}
