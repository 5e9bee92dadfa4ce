import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Pages are compressed by the server, which fills them. */
const kinds = new Set(['.css', '.js', '.json', '.svg', '.webmanifest']);
/** Bytes; packing less saves nothing on the way. */
const least = 1_000;

/** Writes `.br` and `.gz` beside every text file of a folder, for the server to send as they are. */
export async function compressFolder(folder: string): Promise<void> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => kinds.has(extname(name)) && !name.startsWith('.vite'))
    .map((name) => join(folder, name));
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(file);
      if (bytes.length < least) return;
      await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes));
      await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}
