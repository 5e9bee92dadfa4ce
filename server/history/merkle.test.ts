import { expect, test } from 'vitest';
import {
  consistencyProof,
  emptyRoot,
  extendsHead,
  growFrom,
  includes,
  inclusionProof,
  leafHash,
  nodeHash,
  type ReadSubtree,
  rootAt,
} from './merkle';

const hex = (text: string) => Buffer.from(text, 'hex').toString('latin1');
/** The leaves and roots that the implementations of RFC 6962 are tried with. */
const known = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;

test('the roots of the known leaves of RFC 6962 are the known ones', () => {
  const tree = growFrom(0, []);
  expect(tree.root()).toEqual(emptyRoot);
  for (const [leaf, root] of known) {
    tree.add(leafHash(hex(leaf)));
    expect(tree.root().toString('hex')).toBe(root);
  }
});

test('of any leaf of any tree and of any two sizes there is a proof, which proves nothing else', () => {
  const most = 40;
  const leaves = Array.from({ length: most }, (_, at) => leafHash(`leaf ${at}`));
  const read: ReadSubtree = (level, index) =>
    level === 0
      ? (leaves[index] ?? Buffer.alloc(32))
      : nodeHash(read(level - 1, index * 2), read(level - 1, index * 2 + 1));
  const tree = growFrom(0, []);
  for (let size = 1; size <= most; size += 1) {
    tree.add(leaves[size - 1] ?? Buffer.alloc(32));
    const root = rootAt(size, read);
    expect(root).toEqual(tree.root());
    for (let index = 0; index < size; index += 1) {
      const leaf = leaves[index] ?? Buffer.alloc(32);
      const path = inclusionProof(index, size, read);
      expect(includes(leaf, index, size, path, root)).toBe(true);
      expect(includes(leafHash('another'), index, size, path, root)).toBe(false);
      expect(includes(leaf, (index + 1) % (size + 1), size, path, root)).toBe(false);
      expect(includes(leaf, index, size, [...path, leaf], root)).toBe(false);
    }
    for (let from = 0; from <= size; from += 1) {
      const earlier = { size: from, root: rootAt(from, read) };
      const proof = consistencyProof(from, size, read);
      expect(extendsHead({ size, root }, earlier, proof)).toBe(true);
      if (from === 0) continue;
      expect(extendsHead({ size, root }, { ...earlier, root: leafHash('another') }, proof)).toBe(false);
      expect(extendsHead({ size, root: leafHash('another') }, earlier, proof)).toBe(false);
      expect(extendsHead({ size, root }, earlier, [...proof, root])).toBe(false);
    }
  }
});
