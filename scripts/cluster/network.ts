import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';

/** Where the nodes of a cluster listen, each at an address of its own. */
export interface Network {
  /** Addresses that may connect to the databases. */
  range: string;
  addressOf(node: number): string;
  /** What a program of a node is started with. */
  prefixOf(node: number): readonly string[];
  /** Takes a node off the network, or puts it back; none where that cannot be done. */
  cut?: (node: number, off: boolean) => void;
  remove(): void;
}

/** Addresses of loopback: no rights are needed, and no cable can be pulled. */
export function loopbackNetwork(): Network {
  const part = `127.${randomInt(1, 255)}.${randomInt(1, 255)}`;
  return {
    range: '127.0.0.0/8',
    addressOf: (node) => `${part}.${10 + node}`,
    prefixOf: () => [],
    remove() {},
  };
}

const ip = '/usr/sbin/ip';

function call(...args: string[]): boolean {
  return spawnSync(ip, args, { stdio: 'ignore' }).status === 0;
}

function must(...args: string[]): void {
  const { status, stderr } = spawnSync(ip, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr || 'cannot be run'}`);
}

/**
 * A network of this machine's own: each node in a namespace with a cable to a bridge, where the rest of the machine is the
 * first address. Needs root; undefined where the system does not let us.
 */
export function namespacedNetwork(nodes: readonly number[]): Network | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = randomInt(1, 255);
  const part = `10.213.${id}`;
  const bridge = `avb${id}`;
  const space = (node: number) => `averin-${id}-${node}`;
  const cable = (node: number) => `avc${id}-${node}`;
  function remove(): void {
    for (const node of nodes) {
      call('link', 'del', cable(node));
      call('netns', 'del', space(node));
    }
    call('link', 'del', bridge);
  }
  try {
    must('link', 'add', bridge, 'type', 'bridge');
    must('addr', 'add', `${part}.1/24`, 'dev', bridge);
    must('link', 'set', bridge, 'up');
    for (const node of nodes) {
      must('netns', 'add', space(node));
      must('link', 'add', cable(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space(node));
      must('link', 'set', cable(node), 'master', bridge, 'up');
      must('-n', space(node), 'link', 'set', 'lo', 'up');
      must('-n', space(node), 'addr', 'add', `${part}.${10 + node}/24`, 'dev', 'eth0');
      must('-n', space(node), 'link', 'set', 'eth0', 'up');
    }
  } catch {
    remove();
    return undefined;
  }
  return {
    range: `${part}.0/24`,
    addressOf: (node) => `${part}.${10 + node}`,
    prefixOf: (node) => [ip, 'netns', 'exec', space(node)],
    cut: (node, off) => must('link', 'set', cable(node), off ? 'down' : 'up'),
    remove,
  };
}
