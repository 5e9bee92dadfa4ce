import { posix } from 'node:path';

/*
 * The rooms of the server, from the bottom up (docs/decisions/0016-rooms-of-the-server.md). A room is a folder or a file
 * of server/; it imports from rooms above it in this file, and from those alone that it names.
 */

/** What has no HTTP in it and is no domain: any of its files may be imported. */
const plain: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  network: [],
  device: [],
  money: [],
  diagnostics: [],
  'json-depth': [],
  'make-folder': [],
  'shell-word': [],
  'escape-html': [],
  'fixed-content': [],
  log: [],
  'slow-queries': ['diagnostics', 'log'],
  'node-support': [],
  'explain-listen': [],
  'secret-strength': [],
  'fair-queue': [],
  request: [],
  'when-calm': [],
  'fair-semaphore': ['errors', 'fair-queue'],
  'live-checks': ['network', 'secret-strength'],
  'password-policy': ['errors'],
  environment: [],
  misspelt: ['environment'],
  config: ['environment', 'live-checks', 'misspelt', 'node-support', 'password-policy'],
  secrets: ['config', 'make-folder'],
  lists: ['errors', 'json-depth', 'money'],
  'counter-key': [],
  due: [],
  'secret-box': [],
  'personal-seal': ['secret-box'],
  db: ['diagnostics', 'due', 'errors', 'lists', 'make-folder', 'personal-seal', 'shell-word'],
  limits: ['counter-key', 'db', 'due', 'errors', 'request'],
  writes: ['db', 'errors', 'request'],
  ledger: ['db', 'errors', 'lists', 'money', 'request'],
  holds: ['db', 'ledger', 'request', 'writes'],
  http: [
    'diagnostics',
    'errors',
    'fair-semaphore',
    'fixed-content',
    'json-depth',
    'limits',
    'lists',
    'network',
    'request',
  ],
};

/** The files of http that routes may import: each way to add a route there is goes by its guards. */
const httpEntryPoints = 'access address errors etag hang-up headers page policies route step-up write'.split(
  ' ',
);

interface Domain {
  /** What it may import, besides `http` in its routes. */
  may: readonly string[];
  /** The files that other domains may import; the rest is its own. */
  entryPoints: readonly string[];
}

const domains: Readonly<Record<string, Domain>> = {
  mail: {
    may: ['db', 'diagnostics', 'escape-html', 'lists', 'money', 'secret-box', 'when-calm'],
    entryPoints: ['messages', 'notices', 'outbox'],
  },
  security: {
    may: ['counter-key', 'db', 'device', 'diagnostics', 'due', 'lists', 'log', 'mail', 'network', 'request'],
    entryPoints: ['events'],
  },
  audit: { may: ['db', 'errors', 'lists'], entryPoints: ['list'] },
  proposals: {
    may: ['audit', 'db', 'errors', 'lists', 'mail', 'request', 'writes'],
    entryPoints: ['decide', 'kinds', 'propose', 'rehearse'],
  },
  users: { may: ['db', 'errors', 'lists', 'request', 'writes'], entryPoints: ['users'] },
  legal: { may: ['db', 'errors', 'request', 'users', 'writes'], entryPoints: ['acceptances'] },
  auth: {
    may: [
      ...[
        'config',
        'db',
        'device',
        'due',
        'errors',
        'fair-semaphore',
        'network',
        'password-policy',
        'request',
      ],
      ...['limits', 'writes', 'holds', 'mail', 'security', 'users', 'legal'],
    ],
    entryPoints: [
      'credentials',
      'device-cookie',
      'known-network',
      'login',
      'password-change',
      'passwords',
      'registration',
      'services',
      'sessions',
      'sign-in-limits',
    ],
  },
  factors: {
    may: [
      ...['auth', 'db', 'errors', 'money', 'network', 'proposals', 'request', 'secret-box', 'security'],
      'writes',
    ],
    entryPoints: [],
  },
  people: {
    may: [
      ...['auth', 'db', 'errors', 'lists', 'mail', 'password-policy', 'proposals', 'request', 'security'],
      ...['users', 'writes'],
    ],
    entryPoints: [],
  },
  proofs: { may: ['db', 'errors', 'fair-semaphore', 'when-calm'], entryPoints: ['links', 'proofs'] },
  accounts: {
    may: [
      ...['db', 'errors', 'fair-semaphore', 'ledger', 'lists', 'mail', 'money', 'proposals', 'request'],
      'writes',
    ],
    entryPoints: ['freeze'],
  },
  takeover: {
    may: [
      ...['accounts', 'auth', 'db', 'device', 'errors', 'ledger', 'lists', 'mail', 'money', 'network'],
      ...['request', 'writes'],
    ],
    entryPoints: [],
  },
  transactions: {
    may: [
      ...['db', 'errors', 'holds', 'ledger', 'lists', 'mail', 'money', 'proofs', 'proposals', 'request'],
      'writes',
    ],
    entryPoints: [],
  },
  statements: {
    may: ['db', 'errors', 'fair-semaphore', 'ledger', 'mail', 'money', 'request', 'writes'],
    entryPoints: [],
  },
  history: { may: ['db', 'due', 'errors', 'fair-semaphore'], entryPoints: ['checkpoint', 'newest'] },
  home: { may: ['db', 'money'], entryPoints: [] },
  resources: {
    may: ['db', 'errors', 'lists', 'money', 'proposals', 'request', 'writes'],
    entryPoints: ['columns', 'define-resource'],
  },
  wallets: { may: ['db', 'errors', 'resources'], entryPoints: ['addresses', 'wallet-resource'] },
  books: { may: ['db', 'errors', 'fair-semaphore', 'lists', 'money', 'wallets'], entryPoints: [] },
  'address-book': {
    may: ['db', 'errors', 'holds', 'ledger', 'mail', 'request', 'wallets', 'writes'],
    entryPoints: [],
  },
  'personal-data': {
    may: [
      ...['db', 'errors', 'fair-semaphore', 'mail', 'money', 'personal-seal', 'request', 'resources'],
      'writes',
    ],
    entryPoints: [],
  },
  pages: { may: ['config', 'db', 'escape-html', 'fixed-content'], entryPoints: [] },
};

/** What puts the rooms together; nothing but the next of these imports one. */
export const composition = [
  'backup',
  'pruning',
  'declared-resources',
  'prepare-database',
  'embedded-backups',
  'configured-database',
  'when-shut-out',
  'services',
  'metrics',
  'traces',
  'watching',
  'build-app',
  'command-line',
  'data-commands',
  'verify-history',
  'main',
];

/** The rooms from the bottom up, each with all that it may import. */
export const layers: readonly (readonly [room: string, may: readonly string[]])[] = [
  ...Object.entries(plain),
  ...Object.entries(domains).map(([room, { may }]) => [room, [...may, 'http']] as const),
  ...composition.map((room, index) => {
    const below = [...Object.keys(plain), ...Object.keys(domains), ...composition.slice(0, index)];
    return [room, below] as const;
  }),
];

const allowed: ReadonlyMap<string, readonly string[]> = new Map(layers);
/** A resource of the operator's own is a folder with this file (docs/extending.md). */
const ofOperator = /^server\/[^/]+\/resource\.ts$/;
/** What it refers to, refuses by, and is declared with. */
const mayOperator = ['db', 'errors', 'resources'];

/** "db" of "server/db/client.ts", "config" of "server/config.ts" and "server/config". */
function roomOf(path: string): string {
  return (path.split('/')[1] ?? '').replace(/(\.test)?\.ts$/, '');
}

const fileOf = (path: string) => posix.basename(path).replace(/\.ts$/, '');
const isRoutes = (path: string) => /^server\/[^/]+\/routes\.ts$/.test(path);
/** Tests may look at every file of what their room may import. */
const isTest = (path: string) => path.endsWith('.test.ts');

/** What is wrong with an import of one file of the server by another, if anything. */
export function serverBreach(path: string, target: string): string | undefined {
  const [room, other] = [roomOf(path), roomOf(target)];
  if (room === other) return undefined;
  const may = ofOperator.test(path) ? mayOperator : allowed.get(room);
  if (!may) return 'is in no room of tests/structure/server-rooms.ts';
  if (!may.includes(other) && !(room === 'declared-resources' && ofOperator.test(`${target}.ts`))) {
    return `must not depend on server/${other}`;
  }
  if (other === 'http' && room in domains && !isRoutes(path))
    return 'knows HTTP: only routes.ts of a domain may';
  const entryPoints = other === 'http' ? httpEntryPoints : domains[other]?.entryPoints;
  if (!entryPoints || composition.includes(room) || isTest(path)) return undefined;
  if (entryPoints.includes(fileOf(target))) return undefined;
  return `imports a private file of server/${other}`;
}

/** What is wrong with the import of a package by a file of the server, if anything. */
export function serverPackageBreach(path: string, from: string): string | undefined {
  const room = roomOf(path);
  // The built pages are answers and nothing else; the log tells of requests.
  const mayKnowHttp = ['http', 'pages', 'log', ...composition].includes(room) || isRoutes(path);
  const isHttp = from === 'fastify' || from.startsWith('@fastify/') || /^(node:)?http$/.test(from);
  return isHttp && !mayKnowHttp && !isTest(path) ? 'knows HTTP: only http and routes.ts may' : undefined;
}
