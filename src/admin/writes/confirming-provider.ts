import type { QueryClient } from '@tanstack/react-query';
import type { DeleteParams, Identifier, RaRecord, Store } from 'ra-core';
import { unselect } from '../console-store';
import type { ConsoleCalls, ConsoleDataProvider } from '../provider/console-calls';
import { writtenOf } from '../provider/write-each';
import type { Versions, WriteMeta } from '../write-meta';
import { seenRecords } from './seen-records';
import type { Asked, WriteQuestions } from './write-questions';

interface ConfirmingOptions {
  /** Holds what the pages have shown. */
  client: QueryClient;
  /** Where the reason is asked for. */
  questions: WriteQuestions;
  /** Holds the rows that are chosen in lists. */
  store: Store;
  /** Resources whose records are added and changed without being asked why. */
  silent?: ReadonlySet<string>;
}

function versionsOf(seen: ReadonlyMap<Identifier, RaRecord>): Versions {
  return Object.fromEntries(
    [...seen].flatMap(([id, { version }]) => (typeof version === 'number' ? [[id, version]] : [])),
  );
}

/**
 * Waits for the next task besides. A page that does not wait for the answer announces its success in a task of its own;
 * a refusal must come after that, or what was announced would stand.
 */
async function notBeforeAnnounced<T>(answer: Promise<T>): Promise<T> {
  await Promise.allSettled([answer, new Promise((resolve) => setTimeout(resolve))]);
  return answer;
}

/**
 * A data provider behind which nothing is added, changed or deleted, and nobody signed out, shut out or frozen, without a
 * question and a reason, unless the page has asked itself; and which names for every write the version that the pages
 * have shown. It holds for whatever page does it.
 */
export function confirmingProvider(
  provider: ConsoleDataProvider,
  { client, questions, store, silent = new Set() }: ConfirmingOptions,
): ConsoleDataProvider {
  /** Whether the page has asked itself, whatever it was told. */
  const hasReason = (meta: WriteMeta | undefined): meta is WriteMeta & { reason: string } =>
    meta?.reason !== undefined;

  const withSeen = <P extends { id: Identifier; previousData?: unknown }>(resource: string, params: P): P =>
    params.previousData === undefined
      ? { ...params, previousData: seenRecords(client, resource, [params.id]).get(params.id) }
      : params;

  /** Asks for the reason of a write, unless the page has. */
  function reasoned<T>(
    act: Asked['act'],
    resource: string,
    { ids, meta }: { ids: Identifier[]; meta?: WriteMeta },
    write: (meta: WriteMeta & { versions: Versions }) => Promise<T>,
  ): Promise<T> {
    const seen = seenRecords(client, resource, ids);
    const versions = { ...versionsOf(seen), ...meta?.versions };
    const given = { ...meta, versions };
    if (hasReason(given)) return write(given);
    return questions.ask({ act, resource, ids, seen }, (reason) => write({ ...given, reason }));
  }

  const confirmed: Pick<ConsoleDataProvider, 'create' | 'update' | 'updateMany' | 'delete' | 'deleteMany'> = {
    create: (resource, params) => {
      if (silent.has(resource) || hasReason(params.meta)) {
        return notBeforeAnnounced(provider.create(resource, params));
      }
      const write = (reason: string) =>
        provider.create(resource, { ...params, meta: { ...params.meta, reason } });
      return notBeforeAnnounced(questions.ask({ act: 'create', resource, ids: [], seen: new Map() }, write));
    },

    update: (resource, params) => {
      const known = withSeen(resource, params);
      if (silent.has(resource) || hasReason(params.meta)) {
        return notBeforeAnnounced(provider.update(resource, known));
      }
      const { id, meta, previousData } = known;
      const seen = new Map<Identifier, RaRecord>(previousData ? [[id, { ...previousData, id }]] : []);
      const write = (reason: string) => provider.update(resource, { ...known, meta: { ...meta, reason } });
      return notBeforeAnnounced(questions.ask({ act: 'update', resource, ids: [id], seen }, write));
    },

    updateMany: (resource, params) =>
      notBeforeAnnounced(
        reasoned('update', resource, params, (meta) => provider.updateMany(resource, { ...params, meta })),
      ),

    delete: <R extends RaRecord>(resource: string, params: DeleteParams<R>) => {
      const known = withSeen(resource, params);
      const write = (reason: string) =>
        provider.delete<R>(resource, { ...known, meta: { ...known.meta, reason } });
      const { id, previousData, meta } = known;
      if (hasReason(meta)) return notBeforeAnnounced(write(meta.reason));
      const seen = new Map(previousData ? [[id, previousData]] : []);
      return notBeforeAnnounced(questions.ask({ act: 'delete', resource, ids: [id], seen }, write));
    },

    deleteMany: (resource, params) =>
      notBeforeAnnounced(
        reasoned('delete', resource, params, (meta) =>
          provider.deleteMany(resource, { ...params, meta }).catch((error: unknown) => {
            // What is gone cannot stay chosen: the next attempt would be refused for it.
            unselect(store, resource, writtenOf(error));
            throw error;
          }),
        ),
      ),
  };

  const confirmedCalls: Pick<
    ConsoleCalls,
    | 'freezeAccount'
    | 'endSessions'
    | 'changeStanding'
    | 'sendInvitation'
    | 'revokeInvitation'
    | 'erasePerson'
    | 'changeStatuses'
  > = {
    freezeAccount: ({ reason, ...request }) => {
      const id = request.userId;
      const asked = { ids: [id], meta: { reason } };
      return reasoned('update', 'accounts', asked, (given) =>
        provider.freezeAccount({
          ...request,
          version: request.version ?? given.versions[id],
          reason: given.reason,
        }),
      );
    },

    endSessions: ({ reason, ...request }) => {
      const asked = { ids: [request.userId], meta: { reason } };
      return reasoned('end sessions', 'users', asked, (given) =>
        provider.endSessions({ ...request, reason: given.reason }),
      );
    },

    changeStanding: ({ reason, ...request }) => {
      const id = request.userId;
      return reasoned('update', 'users', { ids: [id], meta: { reason } }, (given) =>
        provider.changeStanding({
          ...request,
          version: request.version ?? given.versions[id],
          reason: given.reason,
        }),
      );
    },

    sendInvitation: ({ reason, ...request }) => {
      const asked = { ids: [request.invitationId], meta: { reason } };
      return reasoned('update', 'invitations', asked, (given) =>
        provider.sendInvitation({ ...request, reason: given.reason }),
      );
    },

    revokeInvitation: ({ reason, ...request }) => {
      const asked = { ids: [request.invitationId], meta: { reason } };
      return reasoned('delete', 'invitations', asked, (given) =>
        provider.revokeInvitation({ ...request, reason: given.reason }),
      );
    },

    erasePerson: ({ reason, ...request }) => {
      const asked = { ids: [request.userId], meta: { reason } };
      return reasoned('update', 'users', asked, (given) =>
        provider.erasePerson({ ...request, reason: given.reason }),
      );
    },

    // Its rows name their versions themselves.
    changeStatuses: ({ reason, ...request }) => {
      const asked = { ids: request.rows.map(({ _id }) => _id), meta: { reason } };
      return reasoned('update', 'transactions', asked, (given) =>
        provider.changeStatuses({ ...request, reason: given.reason }),
      );
    },
  };
  // A provider may be an object of a class, whose methods a copy would lose.
  return Object.assign(Object.create(provider), confirmed, confirmedCalls);
}
