import Alert from '@mui/material/Alert';
import { useQueryClient } from '@tanstack/react-query';
import {
  type GetOneParams,
  type Middleware,
  type RaRecord,
  type UpdateParams,
  useDataProvider,
  useRecordContext,
  useRegisterMutationMiddleware,
  useSaveContext,
} from 'ra-core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { pageMessages } from '../../../contract/messages';
import { useIsHere } from '../../shared/use-is-here';
import { differencesOf, shownValue } from '../audit/changed-values';
import { wordsOf } from '../audit/difference';
import { useConsoleText } from '../console-text';
import { conflictText, isStale, refusalOf } from '../failure';
import { ToldConflict } from '../writes/told-conflict';
import { useIsOfAnother } from './FormEnd';
import { withTyped } from './typed-values';

type Write = (resource: string, params: UpdateParams) => Promise<unknown>;

/**
 * Keeps what was typed when the form takes over the record as it is now: after a conflict, and after another form or a button of
 * the page has changed it. The form that was saved takes over all of it: call what this gives back once it is.
 */
function useTypedKept(): () => void {
  const record = useRecordContext();
  const taken = useRef(record);
  const saved = useRef(false);
  const { getValues, reset } = useFormContext();
  const { dirtyFields } = useFormState();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each record; the form has not taken it over yet.
  useEffect(() => {
    const isKept = taken.current !== record && !saved.current && Object.keys(dirtyFields).length > 0;
    taken.current = record;
    saved.current = false;
    if (!isKept) return;
    const held = getValues();
    // react-admin's form forgets all that was typed, in an effect that comes after this one. Nothing is drawn in between.
    queueMicrotask(() => reset(withTyped(getValues(), held, dirtyFields), { keepDefaultValues: true }));
  }, [record]);
  return useCallback(() => {
    saved.current = true;
  }, []);
}

/**
 * Reads a record anew wherever the page shows it. Not by the page's own query: when that fails, the page shows why in the
 * place of the form, and what was typed is gone.
 */
function useReadAnew(): (resource: string, id: UpdateParams['id']) => Promise<RaRecord | undefined> {
  const client = useQueryClient();
  const provider = useDataProvider();
  return useCallback(
    async (resource, id) => {
      const queryKey = [resource, 'getOne', { id: String(id) }];
      const shown = client.getQueryCache().findAll({ queryKey, type: 'active' });
      const [now] = await Promise.all(
        shown.map(async ({ queryKey }) => {
          const { data } = await provider.getOne(resource, queryKey[2] as GetOneParams);
          client.setQueryData(queryKey, data);
          return data;
        }),
      );
      return now;
    },
    [client, provider],
  );
}

/** What the form calls a value; one that it has no input for by its words. */
function nameOf(source: string): string {
  const [input] = document.getElementsByName(source);
  const isInput = input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement;
  return (isInput && input.labels?.[0]?.textContent) || wordsOf(source);
}

/** A value as the audit log shows it. */
const textOf = (value: string | null) => (value === null ? pageMessages.missing : shownValue(value));

/** Which values of a record are other ones now, a line each: what was typed may stand over them. */
function movedBetween(resource: string, seen: Readonly<Record<string, unknown>>, now: RaRecord): string[] {
  return Object.keys(now).flatMap((name) =>
    differencesOf({
      subjectType: resource,
      before: { [name]: seen[name] },
      after: { [name]: now[name] },
    }).map(({ before, after }) => `${nameOf(name)}: ${textOf(before)} → ${textOf(after)}`),
  );
}

/** A save that was refused as of a former version. */
interface Refused {
  error: unknown;
  /** Why the current values could not be read; null when they were. */
  unread: string | null;
  /** What is another one now: what was typed hides it where it is about the same field. */
  moved: readonly string[];
}

/** Gets the focus, which brings it into sight: who has saved a long form is at its end. */
function Told({ error, unread, moved }: Refused) {
  const text = useConsoleText();
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => alert.current?.focus(), []);
  const why = conflictText(error, 'Someone else has changed this meanwhile. Nothing was saved.');
  return (
    <Alert ref={alert} tabIndex={-1} severity="warning" sx={{ mb: 2.5, overflowWrap: 'anywhere' }}>
      {unread === null
        ? text(`${why} What you typed is kept; everything else shows the current values.`)
        : text(
            `${why} What you typed is kept, but the current values could not be read (%{why}); save again to try once more.`,
            { why: unread },
          )}
      {moved.map((line) => (
        <div key={line}>{line}</div>
      ))}
    </Alert>
  );
}

function Conflict() {
  const { mutationMode } = useSaveContext();
  const isOfAnother = useIsOfAnother();
  const readAnew = useReadAnew();
  const isHere = useIsHere();
  const [refused, setRefused] = useState<Refused>();
  const takeOverAll = useTypedKept();

  const send: Middleware<Write> = useCallback(
    async (resource, params, next) => {
      setRefused(undefined);
      try {
        const answer = await next(resource, params);
        if (!isOfAnother()) takeOverAll();
        return answer;
      } catch (error) {
        const isOurs = mutationMode === 'pessimistic' && isHere.current && !isOfAnother();
        if (!isOurs || !isStale(error)) throw error;
        const known = await readAnew(resource, params.id).then(
          (now) => ({
            unread: null,
            moved: now ? movedBetween(resource, Object(params.previousData), now) : [],
          }),
          (failure: unknown) => ({ unread: refusalOf(failure), moved: [] }),
        );
        // Who has left meanwhile is told by a toast.
        if (!isHere.current) throw error;
        setRefused({ error, ...known });
        throw new ToldConflict(error);
      }
    },
    [mutationMode, isHere, isOfAnother, readAnew, takeOverAll],
  );
  useRegisterMutationMiddleware(send);

  return refused && <Told {...refused} />;
}

/**
 * What each form of a record has above its inputs once it was refused as of a former version: it says so, and the form takes over what is
 * there now, beside what was typed. Saved again, it names the version that is there now.
 */
export default function FormConflict() {
  const record = useRecordContext();
  // On the way to another record the form stays.
  return record && <Conflict key={record.id} />;
}
