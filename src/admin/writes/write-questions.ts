import type { Identifier, RaRecord } from 'ra-core';
import { apiErrorOf } from '../../shared/api-error';
import { limitOf } from '../../shared/wait/use-wait';
import { mayBeDone } from '../provider/send-write';

/** What a page is about to do to which records, before the administrator has said why. */
export interface Asked {
  act: 'create' | 'delete' | 'update' | 'end sessions';
  resource: string;
  ids: readonly Identifier[];
  /** The records as they were seen, as far as they were. */
  seen: ReadonlyMap<Identifier, RaRecord>;
}

export interface WriteQuestion extends Asked {
  /** Tells it from the one before. */
  id: number;
  /** Does it; settled once the host has answered. Rejects when it came too often, or may be done all the same: then the question stands. */
  confirm: (reason: string) => Promise<void>;
  cancel: () => void;
}

/** A write that the administrator has thought better of. */
export class WriteCancelled extends Error {
  /** Of which react-admin's notifications are made. */
  static readonly text = 'Nothing was sent';

  constructor() {
    super(WriteCancelled.text);
    this.name = 'WriteCancelled';
  }
}

/**
 * Where writes wait for their reason: one is asked for at a time, by whoever listens. Whoever asks gets what the write
 * answered; cancelled writes reject with WriteCancelled.
 */
export function writeQuestions() {
  let waiting: readonly WriteQuestion[] = [];
  let asked = 0;
  const listeners = new Set<() => void>();

  function change(next: readonly WriteQuestion[]): void {
    waiting = next;
    for (const listener of listeners) listener();
  }

  return {
    ask<T>(about: Asked, write: (reason: string) => Promise<T>): Promise<T> {
      return new Promise((resolve, reject) => {
        const leave = () => change(waiting.filter((each) => each !== question));
        asked += 1;
        /** What the write has ended in that may be done all the same. */
        let unanswered: unknown;
        const question: WriteQuestion = {
          ...about,
          id: asked,
          confirm: async (reason) => {
            try {
              resolve(await write(reason));
            } catch (error) {
              // Sent again from there it is the same write, and not another one.
              const isInDoubt = mayBeDone(apiErrorOf(error));
              if (isInDoubt) unanswered = error;
              if (isInDoubt || limitOf(error) !== undefined) throw error;
              reject(error);
            }
            leave();
          },
          cancel: () => {
            reject(unanswered ?? new WriteCancelled());
            leave();
          },
        };
        change([...waiting, question]);
      });
    },
    /** The one that is asked now. */
    current: (): WriteQuestion | undefined => waiting[0],
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export type WriteQuestions = ReturnType<typeof writeQuestions>;
