import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Answer, type Answers, createAnswers, type Question, refused } from './answers';
import { type Data, seedData } from './data';
import { readPage } from './pages';

export interface BareHostOptions {
  /** Any free one if not given. */
  port?: number;
  /** A folder of built pages to serve beside the calls; without one there are the calls alone. */
  pages?: string;
  /** Told of each code that a real host would mail. */
  onCode?: (email: string, code: string) => void;
  alter?: Alter;
  plant?: Plant;
}

/** For tests: has a call, 'GET /api/user', answer something else. The host itself reads no query. */
export type Alter = (call: string, answer: Answer, query: URLSearchParams) => Answer;

/** For tests: the calls with a defect in what they do. */
export type Plant = (answers: Answers, data: Data) => Answers;

export interface BareHost {
  address: string;
  /** The newest code that was "mailed" to an address. */
  codeFor(email: string): string | undefined;
  /** The calls that were made, in order, those that it does not have too: 'GET /api/user'. */
  received: readonly string[];
  close(): Promise<void>;
}

/** The call of a path, and what stands in the place of its parameters. A literal part goes before a parameter. */
function findCall(names: readonly string[], method: string, path: string) {
  const parts = path.split('/');
  const matches = names.flatMap((name) => {
    const [verb, pattern = ''] = name.split(' ');
    const wanted = pattern.split('/');
    if (verb !== method || wanted.length !== parts.length) return [];
    const params: Record<string, string> = {};
    for (const [index, part] of wanted.entries()) {
      const given = parts[index] ?? '';
      if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given);
      else if (part !== given) return [];
    }
    return [{ name, params }];
  });
  return matches.toSorted((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0];
}

async function readBody(request: IncomingMessage): Promise<Question['body'] | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || '{}');
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * A host of the base calls (docs/rules.md, "Other hosts") and of nothing else: whole lists whatever is asked, answers to
 * changes as short as they may be, refusals that say `error` alone, ids of its own kind, no versions and no moments. The
 * pages are tested against it, and the conformance report is.
 */
export async function startBareHost(options: BareHostOptions = {}): Promise<BareHost> {
  const {
    port = 0,
    pages,
    onCode = () => {},
    alter = (_, answer) => answer,
    plant = (answers) => answers,
  } = options;
  const codes = new Map<string, string>();
  const data = seedData();
  const sound = createAnswers(data, (email, code) => {
    codes.set(email, code);
    onCode(email, code);
  });
  const answers = plant(sound, data);
  const received: string[] = [];

  async function answer(request: IncomingMessage, path: string, query: URLSearchParams): Promise<Answer> {
    const { method = 'GET', headers } = request;
    const found = findCall(Object.keys(answers), method, path);
    const call = found?.name ?? `${method} ${path}`;
    received.push(call);
    const body = await readBody(request);
    if (!body) return alter(call, refused(400, 'The body is no JSON'), query);
    const token = headers.authorization?.replace(/^Bearer /, '');
    const known = found && answers[found.name]?.({ params: found.params, body, token });
    return alter(call, known ?? refused(404, 'There is nothing here'), query);
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, searchParams } = new URL(request.url ?? '/', 'http://host.invalid');
    const page = pages && !path.startsWith('/api/') ? await readPage(pages, path) : undefined;
    if (page) {
      response.writeHead(200, { 'content-type': page.type }).end(page.content);
      return;
    }
    const { status, body, headers } = await answer(request, path, searchParams);
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    );
  });
  // It ends no connection by itself: a caller that was kept busy for as long would ask on one that has just gone.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  const listening = server.address();
  const used = typeof listening === 'object' && listening ? listening.port : port;
  return {
    address: `http://127.0.0.1:${used}`,
    codeFor: (email) => codes.get(email),
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
