import { startTransition, useEffect, useState } from 'react';
import { appConfig } from '../app.config';
import { loadWithRetry } from '../shared/loading/load-with-retry';
import type { AdminAppProps, ConsoleOptions } from './console-props';
import type { ConsoleResource, Given } from './console-resource';
import { takeOverWishes } from './console-store';
import type { Extension, Extensions } from './extensions/extension';

/** All that a console is made of, fetched. */
export interface ConsoleContents extends ConsoleOptions {
  added: readonly ConsoleResource[];
  extensions: Extensions;
}

async function fetched<T extends object>(given: Given<T>): Promise<T> {
  return typeof given === 'function' ? (await loadWithRetry(given)).default : given;
}

async function fetchParts({ resources, extend, ...options }: AdminAppProps): Promise<ConsoleContents> {
  const { console: config } = appConfig;
  const loadExtension = async ([name, given]: [string, Given<Extension>]) =>
    [name, await fetched(given)] as const;
  const [ofConfig, added, extensions] = await Promise.all([
    config.options ? fetched(config.options) : {},
    Promise.all((resources ?? config.resources).map(fetched)),
    Promise.all(Object.entries(extend ?? config.extend ?? {}).map(loadExtension)),
    takeOverWishes(),
  ]);
  return { ...ofConfig, ...options, added, extensions: Object.fromEntries(extensions) };
}

/** What the console has that is mounted without props, once it was fetched before. */
let ready: ConsoleContents | undefined;

/** Fetches what src/app.config.ts names: a console that is mounted without props then has it at once. */
export async function readyConsoleParts(): Promise<ConsoleContents> {
  ready ??= await fetchParts({});
  return ready;
}

/**
 * What the console is given by its props and by src/app.config.ts, once all of it is here; undefined before. It is fetched
 * once. Throws when something cannot be fetched.
 */
export function useConsoleParts(props: AdminAppProps): ConsoleContents | undefined {
  const [given] = useState(props);
  const [{ parts, error }, setState] = useState<{ parts?: ConsoleContents; error?: unknown }>(
    ready && Object.keys(given).length === 0 ? { parts: ready } : {},
  );
  useEffect(() => {
    if (parts) return;
    let left = false;
    fetchParts(given).then(
      (found) => left || startTransition(() => setState({ parts: found })),
      (reason) => left || setState({ error: reason }),
    );
    return () => {
      left = true;
    };
  }, [given, parts]);
  if (error) throw error;
  return parts;
}
