import { chownSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  type Copy,
  DockerfileParser,
  type Instruction,
  type JSONInstruction,
  type PropertyInstruction,
} from 'dockerfile-ast';
import { type Inside, makeRoot, runInside, userOf } from './clean-root';

/** What a Dockerfile makes: a root folder, and what a container of it is started with. */
export interface Image {
  root: string;
  base: string;
  env: Record<string, string>;
  folder: string;
  user: string;
  command: string[];
  healthcheck: string[];
  stopSignal: NodeJS.Signals;
  /** Folders that outlive a container. */
  volumes: string[];
}

interface Steps {
  /** The folder that the Dockerfile is in. */
  context: string;
  /** Where the roots of its stages are made. */
  scratch: string;
  /** Environment of each RUN, beside the image's own. */
  env?: Readonly<Record<string, string>>;
  /** Folders of this machine that stand for caches, by the target of a `--mount=type=cache`. */
  caches: Readonly<Record<string, string>>;
  /** Folders that a RUN would have made, by its command, which is then not run. */
  made?: Readonly<Record<string, { from: string; to: string }>>;
}

/**
 * Follows the steps of a Dockerfile without an engine: each stage in a clean root of its own, which has this machine's /usr
 * in place of its base image. Throws at an instruction it does not know, and when a step fails.
 */
export async function followDockerfile({ context, scratch, ...how }: Steps): Promise<Image> {
  const stages: (Image & { name: string; mounts: { from: string; to: string; readOnly: true }[] })[] = [];
  for (const instruction of DockerfileParser.parse(
    readFileSync(join(context, 'Dockerfile'), 'utf8'),
  ).getInstructions()) {
    const words = instruction.getArguments().map((argument) => argument.getValue());
    const [first = ''] = words;
    if (instruction.getKeyword() === 'FROM') {
      const root = join(scratch, String(stages.length));
      makeRoot(root);
      const [, , name = ''] = words;
      const started = {
        env: {},
        folder: '/',
        user: 'root',
        command: [],
        healthcheck: [],
        volumes: [],
        mounts: [],
      };
      stages.push({ ...started, root, base: first, name, stopSignal: 'SIGTERM' });
      continue;
    }
    const stage = stages.at(-1);
    if (stage === undefined) throw new Error('The Dockerfile does not begin with FROM');
    switch (instruction.getKeyword()) {
      case 'WORKDIR':
        stage.folder = first;
        mkdirSync(join(stage.root, first), { recursive: true });
        break;
      case 'COPY':
        copy(instruction as Copy, words, stage, context, stages);
        break;
      case 'RUN': {
        const command = words.join(' ');
        const made = how.made?.[command];
        if (made === undefined) await runStep(instruction as JSONInstruction, command, stage, how);
        else stage.mounts.push({ ...made, readOnly: true });
        break;
      }
      case 'ENV':
        for (const property of (instruction as PropertyInstruction).getProperties()) {
          stage.env[property.getName()] = property.getUnescapedValue() ?? '';
        }
        break;
      case 'USER':
        stage.user = first;
        break;
      case 'VOLUME':
        stage.volumes = inJson(instruction);
        break;
      case 'CMD':
        stage.command = inJson(instruction);
        break;
      case 'HEALTHCHECK':
        stage.healthcheck = inJson(instruction);
        break;
      case 'STOPSIGNAL':
        stage.stopSignal = first as NodeJS.Signals;
        break;
      case 'EXPOSE':
        break;
      default:
        throw new Error(`${instruction.getKeyword()} is not known here`);
    }
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error('The Dockerfile has no stage');
  return last;
}

/** The list of words of a command that no shell reads. */
function inJson(instruction: Instruction): string[] {
  const content = instruction.getArgumentsContent() ?? '';
  return JSON.parse(content.slice(content.indexOf('[')));
}

async function runStep(
  instruction: JSONInstruction,
  command: string,
  { root, env, folder, user, mounts }: Image & Pick<Inside, 'mounts'>,
  how: Pick<Steps, 'env' | 'caches'>,
): Promise<void> {
  const caches = instruction.getFlags().map((flag) => {
    const options = new Map(flag.getOptions().map((option) => [option.getName(), option.getValue()]));
    const target = options.get('target') ?? '';
    const from = options.get('type') === 'cache' ? how.caches[target] : undefined;
    if (from === undefined) throw new Error(`${flag.toString()} is not known here`);
    return { from, to: target };
  });
  const { code, output } = await runInside(root, {
    command: ['/bin/sh', '-c', command],
    env: { ...env, ...how.env },
    folder,
    user: userOf(user),
    mounts: [...(mounts ?? []), ...caches],
  });
  if (code !== 0) throw new Error(`RUN ${command} ended with ${code}:\n${output}`);
}

function copy(
  instruction: Copy,
  words: readonly string[],
  { root, folder }: Image,
  context: string,
  stages: readonly (Image & { name: string })[],
): void {
  const from = instruction.getFromFlag()?.getValue();
  const source = from === undefined ? context : stages.find(({ name }) => name === from)?.root;
  if (source === undefined || source === root || from === null)
    throw new Error(`COPY from ${from}: no such stage`);
  const to = words.at(-1) ?? '';
  const target = to.startsWith('/') ? join(root, to) : join(root, folder, to);
  const taken = from === undefined ? contextFilter(context) : () => true;
  for (const word of words.slice(0, -1)) {
    const path = join(source, word);
    if (!taken(path)) throw new Error(`COPY ${word}: .dockerignore leaves it out`);
    if (statSync(path).isDirectory()) cpSync(path, target, { recursive: true, filter: taken });
    else cpSync(path, to.endsWith('/') ? join(target, basename(word)) : target);
  }
}

/** What .dockerignore lets into the context; of its patterns only `*` and names at the top that come back are known here. */
function contextFilter(context: string): (path: string) => boolean {
  const [all, ...back] = readFileSync(join(context, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const unknown = back.filter((line) => !/^![\w.-]+$/.test(line));
  if (all !== '*' || unknown.length > 0)
    throw new Error(`.dockerignore: ${[all, ...unknown]} is not known here`);
  const kept = new Set(back.map((line) => line.slice(1)));
  return (path) => {
    const [top = ''] = path.slice(context.length + 1).split('/');
    return top === '' || kept.has(top);
  };
}

/** What a container of the image is started as, with a folder for each of its volumes in `folder`. */
export function containerOf(image: Image, folder: string, env: Readonly<Record<string, string>>) {
  const mounts = image.volumes.map((volume) => {
    const from = join(folder, basename(volume));
    // As an engine fills a new volume: it belongs to whom the folder in the image belongs to.
    if (!existsSync(from)) {
      if (readdirSync(join(image.root, volume)).length > 0)
        throw new Error(`${volume} is not empty in the image`);
      const { uid, gid, mode } = statSync(join(image.root, volume));
      mkdirSync(from, { recursive: true, mode });
      chownSync(from, uid, gid);
    }
    return { from, to: volume };
  });
  return {
    command: image.command,
    env: { ...image.env, ...env },
    folder: image.folder,
    user: userOf(image.user),
    mounts,
  } satisfies Inside;
}
