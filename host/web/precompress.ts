import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { compress, type Encoding, WORTH_COMPRESSING } from '../http/caching/compression.ts';

const TEXT = /\.(css|html|js|json|svg|txt|webmanifest|xml)$/;
const SUFFIXES: [Encoding, string][] = [
  ['br', '.br'],
  ['gzip', '.gz'],
];

/** Puts a `.br` and a `.gz` copy beside each text file of the directory that is worth it, made once at full effort. */
export async function precompress(directory: string): Promise<void> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name));
  await Promise.all(
    files.map(async (file) => {
      const body = await readFile(file);
      if (body.byteLength < WORTH_COMPRESSING) return;
      for (const [encoding, suffix] of SUFFIXES) {
        const compressed = await compress(body, encoding, 'best');
        if (compressed.byteLength < body.byteLength) await writeFile(file + suffix, compressed);
      }
    }),
  );
}
