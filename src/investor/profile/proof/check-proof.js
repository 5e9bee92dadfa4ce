/*
 * Goes into the file of a proof as it is and runs there, in the browser of whoever opens it, without a network: checks that
 * each line is in the history that was signed, and that this extends an earlier file (docs/ledger.md). It shows what it has
 * checked, and nothing else of the file.
 */
(() => {
  const utf8 = new TextEncoder();
  const bytesOf = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  const hexOf = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const fromHex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
  const joined = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));

  /* SHA-256 (FIPS 180-4); that of browsers answers later, which a thousand times over takes long. */
  const primes = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const fraction = (root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  const constants = primes.map((prime) => fraction(Math.cbrt(prime)));
  const start = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
  const turn = (word, by) => (word >>> by) | (word << (32 - by));
  function sha256(bytes) {
    const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
    padded.set(bytes);
    padded[bytes.length] = 128;
    const view = new DataView(padded.buffer);
    view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
    view.setUint32(padded.length - 4, bytes.length << 3);
    const state = [...start];
    const words = new Int32Array(64);
    for (let block = 0; block < padded.length; block += 64) {
      for (let at = 0; at < 16; at += 1) words[at] = view.getInt32(block + at * 4);
      for (let at = 16; at < 64; at += 1) {
        const [early, late] = [words[at - 15], words[at - 2]];
        const one = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
        const two = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
        words[at] = words[at - 16] + one + words[at - 7] + two;
      }
      let [a, b, c, d, e, f, g, h] = state;
      for (let at = 0; at < 64; at += 1) {
        const mixed = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
        const first = (h + mixed + constants[at] + words[at]) | 0;
        const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, at) => {
        state[at] = (state[at] + word) | 0;
      });
    }
    const result = new DataView(new ArrayBuffer(32));
    state.forEach((word, at) => {
      result.setInt32(at * 4, word);
    });
    return new Uint8Array(result.buffer);
  }
  const leafHash = (text) => sha256(joined([0], utf8.encode(text)));
  const nodeHash = (left, right) => sha256(joined([1], left, right));

  /* RFC 9162, 2.1.3.2 and 2.1.4.2. Half of a number, as shifts are of 32 bits. */
  const half = (n) => Math.floor(n / 2);
  function rootOf(leaf, index, size, path) {
    let [at, last, hash] = [index, size - 1, leaf];
    if (!(index < size)) return undefined;
    for (const beside of path) {
      if (last === 0) return undefined;
      if (at % 2 === 1 || at === last) {
        hash = nodeHash(beside, hash);
        while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
      } else hash = nodeHash(hash, beside);
      [at, last] = [half(at), half(last)];
    }
    return last === 0 ? hash : undefined;
  }
  function isExtended(earlier, later, proof) {
    if (earlier.size === later.size) return same(earlier.root, later.root);
    if (earlier.size > later.size || earlier.size === 0) return false;
    const path = Number.isInteger(Math.log2(earlier.size)) ? [earlier.root, ...proof] : [...proof];
    const first = path.shift();
    if (!first) return false;
    let [at, last, before, now] = [earlier.size - 1, later.size - 1, first, first];
    while (at % 2 === 1) [at, last] = [half(at), half(last)];
    for (const beside of path) {
      if (last === 0) return false;
      if (at % 2 === 1 || at === last) {
        [before, now] = [nodeHash(beside, before), nodeHash(beside, now)];
        while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
      } else now = nodeHash(now, beside);
      [at, last] = [half(at), half(last)];
    }
    return last === 0 && same(before, earlier.root) && same(now, later.root);
  }

  /** The checkpoint of a note, and whether its key signed it; undefined where the browser knows no Ed25519. */
  async function openNote({ note, key }) {
    const end = note.indexOf('\n\n') + 1;
    const [origin, size, root, time] = note.slice(0, end).split('\n');
    const [, name = '', encoded = ''] = /^([^+\s]+)\+[0-9a-f]{8}\+(\S+)$/.exec(key) ?? [];
    const [, signer, signature = ''] = /^— (\S+) (\S+)\n$/.exec(note.slice(end + 1)) ?? [];
    const raw = bytesOf(encoded);
    const id = sha256(joined(utf8.encode(`${name}\n`), raw)).slice(0, 4);
    const signed = bytesOf(signature);
    const checkpoint = { origin, size: Number(size), root: bytesOf(root), time: time.replace('time ', '') };
    if (signer !== name || name !== origin || raw[0] !== 1 || !same(id, signed.slice(0, 4))) {
      return { ...checkpoint, signed: false };
    }
    try {
      const algorithm = { name: 'Ed25519' };
      const publicKey = await crypto.subtle.importKey('raw', raw.slice(1), algorithm, false, ['verify']);
      const text = utf8.encode(note.slice(0, end));
      return {
        ...checkpoint,
        signed: await crypto.subtle.verify(algorithm, publicKey, signed.slice(4), text),
      };
    } catch {
      return { ...checkpoint, signed: undefined };
    }
  }

  const money = (cents) => `${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 })} USD`;
  /** "wallet balance" of walletBalance. */
  const named = (account) => account.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const counted = (count) => count.toLocaleString('en-US');
  /** What a leaf says, in words. */
  function inWords(leaf, texts) {
    const at = `${leaf.at.slice(0, 19).replace('T', ' ')} UTC`;
    if (leaf.kind === 'report') {
      const [payment, , destination] = texts ?? [];
      const what = leaf.type === 'DEPOSIT' ? 'Deposit reported' : 'Withdrawal asked for';
      const details = [leaf.crypto, payment && `payment ${payment}`, destination && `to ${destination}`];
      return { at, what, amount: money(leaf.amount), details: details.filter(Boolean).join(', ') };
    }
    const own = leaf.postings.filter(([, , account]) => !/:|^adjustments$/.test(account));
    const sums = new Map();
    for (const [, , account, cents] of own) sums.set(account, (sums.get(account) ?? 0) + cents);
    const moved = [...sums].filter(([, cents]) => cents !== 0);
    const what =
      leaf.cause === 'adjustment' ? 'Adjustment' : `Transaction ${String(leaf.status).toLowerCase()}`;
    return {
      at,
      what: `${what} (entry ${leaf.id})`,
      amount: '',
      details: moved
        .map(([account, cents]) => `${named(account)} ${cents > 0 ? '+' : ''}${money(cents)}`)
        .join(', '),
    };
  }

  /** What is wrong with a line; undefined when nothing is. */
  function problemOf(line, nodes, { size, root }) {
    const path = line.path.map((place) => nodes[place] ?? new Uint8Array());
    const found = rootOf(leafHash(line.text), line.index, size, path);
    if (!found || !same(found, root)) return 'is not in the signed history as it stands here';
    if (line.salt === null) return undefined;
    const commitment = sha256(joined(fromHex(line.salt), utf8.encode(line.texts)));
    const told = JSON.parse(line.text).texts;
    return told === hexOf(commitment) ? undefined : 'names another payment or destination than was sealed';
  }

  const verdict = document.getElementById('verdict');
  const say = (element, kind, text) => {
    element.className = kind;
    element.textContent = text;
  };
  const readable = (time) => `${time.slice(0, 16).replace('T', ' ')} UTC`;

  function addRow(line, number, problem) {
    const row = document.getElementById('lines').insertRow();
    let told;
    try {
      told = inWords(JSON.parse(line.text), line.texts && JSON.parse(line.texts));
    } catch {
      told = { at: '', what: 'Not readable', amount: '', details: '' };
    }
    for (const text of [
      number,
      told.at,
      told.what,
      told.amount,
      told.details,
      problem ? `✗ ${problem}` : '✓',
    ]) {
      row.insertCell().textContent = text;
    }
    if (problem) row.className = 'bad';
    return told;
  }

  async function check(proof) {
    const checkpoint = await openNote(proof);
    const nodes = proof.nodes.map(bytesOf);
    let wrong;
    proof.lines.forEach((line, at) => {
      const problem = problemOf(line, nodes, checkpoint);
      const told = addRow(line, at + 1, problem);
      if (problem) wrong ??= `Line ${at + 1} (${told.what}, ${told.at}) ${problem}.`;
    });
    const { origin, size, time, signed } = checkpoint;
    if (signed === false) wrong = 'The signature of the checkpoint is not of the key in this file.';
    if (wrong) say(verdict, 'bad', wrong);
    else if (signed === undefined) {
      say(
        verdict,
        'unsure',
        'All lines fit together, but this browser cannot check the signature. Open the file in a newer one.',
      );
    } else {
      const count = `${proof.lines.length} ${proof.lines.length === 1 ? 'line is' : 'lines are'}`;
      say(
        verdict,
        'good',
        `All ${count} in the history of ${counted(size)} records that ${origin} signed on ${readable(time)}.`,
      );
    }
    return { checkpoint, nodes, right: !wrong && signed === true };
  }

  const proofIn = (html) => {
    const [, json] = /<script type="application\/json" id="proof">([^<]*)<\/script>/.exec(html) ?? [];
    return json === undefined ? undefined : JSON.parse(json);
  };

  /** Whether this file goes on where an earlier one ended, in words. */
  async function compare(text, proof, { checkpoint, nodes, right }) {
    const earlier = proofIn(text);
    if (!earlier) return ['bad', 'This is no file of a proof.'];
    if (!right) return ['bad', 'The file that is open does not hold by itself.'];
    if (earlier.key !== proof.key) return ['bad', 'The two files are signed by different keys.'];
    const before = await openNote(earlier);
    if (!before.signed) return ['bad', 'The signature in that file does not hold.'];
    if (before.size > checkpoint.size)
      return ['unsure', 'That file is the later one: open it, and choose this one there.'];
    const known = proof.earlier.find(({ size }) => size === before.size)?.path;
    if (!known && before.size !== checkpoint.size)
      return [
        'unsure',
        'Nothing in this file shows that it extends that one. It should, if that is one of the 50 that you downloaded last.',
      ];
    const path = (known ?? []).map((place) => nodes[place] ?? new Uint8Array());
    if (!isExtended(before, checkpoint, path)) {
      return [
        'bad',
        `This history does not begin with the ${counted(before.size)} records that were signed on ${readable(before.time)}.`,
      ];
    }
    const now = new Map(proof.lines.map((line) => [line.index, line.text]));
    const lost = earlier.lines.findIndex(({ index, text: told }) => now.get(index) !== told);
    if (lost >= 0) return ['bad', `Line ${lost + 1} of that file is missing here, or is another one.`];
    return [
      'good',
      `This history begins with all ${counted(before.size)} records that were signed on ${readable(before.time)}, and the lines of that file are here.`,
    ];
  }

  const told = proofIn(document.documentElement.innerHTML);
  document.getElementById('key').textContent = told.key;
  const checked = check(told).catch(() => {
    say(verdict, 'bad', 'This file was changed: it cannot be read.');
    return { right: false };
  });
  const outcome = document.getElementById('outcome');
  async function take(file) {
    if (!file) return;
    const result = await compare(await file.text(), told, await checked).catch(() => [
      'bad',
      'That file cannot be read.',
    ]);
    say(outcome, ...result);
  }
  document.getElementById('earlier').addEventListener('change', ({ target }) => take(target.files[0]));
  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
})();
