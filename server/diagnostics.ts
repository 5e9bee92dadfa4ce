import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import type { SecurityEventKind } from '../contract/enums';

/** A request as it is followed from the proxy to the statements it makes. */
export interface Trail {
  /** Our own id of it, as the audit log has it. */
  requestId: string;
  /** What a trusted proxy calls it. */
  proxyId?: string;
  /** Where it stands in a trace that a trusted proxy has begun (W3C `traceparent`). */
  traceparent?: string;
}

/** Something that happens in the server, for whoever counts, traces or logs it. */
interface Topic<T> {
  /** Whether anybody listens: what is costly to find out need not be found out for nobody. */
  readonly heard: boolean;
  tell(what: T): void;
  /** Answers how to stop. */
  hear(listener: (what: T) => void): () => void;
}

/** By Node's own channels, so that a tool which knows them can listen as well. */
function topic<T>(name: string): Topic<T> {
  const own = channel(`averin.${name}`);
  return {
    get heard() {
      return own.hasSubscribers;
    },
    tell: (what) => own.publish(what),
    hear(listener) {
      // Nothing but `tell` publishes here.
      const take = (what: unknown) => listener(what as T);
      own.subscribe(take);
      return () => own.unsubscribe(take);
    },
  };
}

interface RequestBegun {
  trail: Trail;
  method: string;
  /** The pattern that was found for it, like /api/user/:id; never what somebody has typed. */
  route: string;
}

interface RequestEnded extends RequestBegun {
  status: number;
  seconds: number;
}

interface QueryEnded {
  /** Of the request that it was made for. */
  trail: Trail | undefined;
  /** Its name when it is prepared under one. */
  name: string | undefined;
  text: string;
  /** `performance.now()`, when it was handed to the connection: one that waits for others there waits from then on. */
  begun: number;
  seconds: number;
  error: unknown;
}

/** All that happens and can be listened to. */
export const happenings = {
  requestBegun: topic<RequestBegun>('request-begun'),
  requestEnded: topic<RequestEnded>('request-ended'),
  queryEnded: topic<QueryEnded>('query-ended'),
  securityEvent: topic<{ kind: SecurityEventKind }>('security-event'),
  mailTried: topic<{ outcome: 'sent' | 'failed' | 'away' | 'given_up'; domain: string }>('mail-tried'),
};

const trails = new AsyncLocalStorage<Trail>();

/** Runs `work` as part of a request. */
export function follow<T>(trail: Trail, work: () => T): T {
  return trails.run(trail, work);
}

/** Of the request that this is done for, where that is known. */
export function currentTrail(): Trail | undefined {
  return trails.getStore();
}
