import type { RaRecord } from 'ra-core';
import type { ComponentType, ReactNode } from 'react';
import type { ConsoleResource } from '../console-resource';
import type { Column } from '../list/columns';
import type { Filter } from '../list/filters';

/** A column that an operator adds to a list. */
export interface AddedColumn<R extends RaRecord = RaRecord> extends Column<R> {
  /** The label of the column behind which it stands; left out, it is the last but for the controls of a row. */
  after?: string;
}

/** Something about a record on its page: a section under its title. */
export interface Panel<R extends RaRecord = RaRecord> {
  title: string;
  content(props: { record: R }): ReactNode;
  /** Takes the whole width of the page. */
  wide?: boolean;
}

/**
 * What an operator adds to a part of the console that is there, or puts in its place: `list`, `edit`, `create`, `show`,
 * `icon`, `recordRepresentation` and `options` replace what there is.
 */
export interface Extension<R extends RaRecord = RaRecord> extends Partial<Omit<ConsoleResource, 'name'>> {
  columns?: readonly AddedColumn<R>[];
  /** Shown with "More filters", in place of one of the list that has the same field. The host must know their fields. */
  filters?: readonly Filter[];
  /** Beside the heading of the list. */
  actions?: ComponentType;
  /** On the page of a record. */
  panels?: readonly Panel<R>[];
}

/** Extensions by the names of the resources they are of. */
export type Extensions = Readonly<Record<string, Extension>>;
