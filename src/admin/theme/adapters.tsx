import { useForkRef } from '@mui/material/utils';
import {
  useDataTableSortContext,
  useFieldValue,
  useGetRecordRepresentation,
  useRecordContext,
  useResourceContext,
} from 'ra-core';
import {
  type ButtonHTMLAttributes,
  type ComponentProps,
  forwardRef,
  type HTMLAttributes,
  type LabelHTMLAttributes,
  type ReactNode,
  type Ref,
  type RefCallback,
  type TdHTMLAttributes,
  type ThHTMLAttributes,
} from 'react';
import { Link, useParams } from 'react-router-dom';
import { pageMessages } from '../../../contract/messages';
import { useMay } from '../may';

/*
 * react-admin's parts say each thing to MUI twice, by the name that it has today (`slotProps`) and by one of MUI 5, and
 * its buttons hand on what was for them. MUI no longer knows either and would give them to the document, which complains:
 * here they end.
 */

interface Unknown {
  InputProps?: unknown;
  InputLabelProps?: unknown;
  inputProps?: unknown;
  mutationMode?: unknown;
  disableInvalidFormNotification?: unknown;
  gap?: unknown;
}

/** The root of a field. */
export const FieldRoot = forwardRef<HTMLDivElement, HTMLAttributes<HTMLDivElement> & Unknown>(
  function FieldRoot({ InputProps: _input, InputLabelProps: _label, inputProps: _html, ...rest }, ref) {
    return <div ref={ref} {...rest} />;
  },
);

/** The root of what is ticked. What react-admin calls its boxes by belongs to the input within. */
export const TickRoot = forwardRef<HTMLSpanElement, HTMLAttributes<HTMLSpanElement> & Unknown>(
  function TickRoot({ inputProps: _html, 'aria-label': label, ...rest }, ref) {
    const name = (root: HTMLSpanElement | null) => {
      if (label) root?.querySelector('input')?.setAttribute('aria-label', label);
    };
    return <span ref={useForkRef(ref, name)} {...rest} />;
  },
);

/**
 * Names a button within a row after the row as well: react-admin's say what they do, and not to what. What is shown stays
 * the name that it has (`data-label`, where it is drawn behind an icon).
 */
function useNamedInRow<E extends HTMLElement>(label: string | undefined, ref: Ref<E>) {
  const row = useGetRecordRepresentation()(useRecordContext());
  return useForkRef(ref, (button: E | null) => {
    if (!label || typeof row !== 'string' || row === '' || !button?.closest('td')) return;
    button.dataset.label = label;
    button.setAttribute('aria-label', `${label} ${row}`);
  });
}

interface Permission {
  /** What the button does. */
  may: 'create' | 'edit' | 'delete';
  resource?: string | undefined;
}

/** A button is there for who may do what it does: react-admin asks that of some of its buttons alone. */
function Permitted({ may, resource, children }: Permission & { children: ReactNode }) {
  const here = useResourceContext();
  // CloneButton keeps its `resource` to itself: on a page of none it is asked about them all.
  return useMay(may, resource ?? here ?? '*') ? children : null;
}

/** The root of a button that writes, and is told how. */
export const WriteRoot = forwardRef<
  HTMLButtonElement,
  ButtonHTMLAttributes<HTMLButtonElement> & Unknown & Permission
>(function WriteRoot({ mutationMode: _mode, may, resource, ...rest }, ref) {
  const named = useNamedInRow(rest['aria-label'], ref);
  return (
    <Permitted may={may} resource={resource}>
      <button type="button" ref={named} {...rest} />
    </Permitted>
  );
});

/** The root of a button that leads to a page of its record. */
export const LinkRoot = forwardRef<HTMLAnchorElement, ComponentProps<typeof Link>>(
  function LinkRoot(props, ref) {
    return <Link ref={useNamedInRow(props['aria-label'], ref)} {...props} />;
  },
);

/** The root of a button that leads to where a copy of its record is made. */
export const CloneRoot = forwardRef<HTMLAnchorElement, ComponentProps<typeof Link>>(
  function CloneRoot(props, ref) {
    const record = useRecordContext();
    const resource = useResourceContext();
    // A page of a record that is not there has nothing to copy; elsewhere the button leads to an empty form.
    const isOfPage = useParams().id !== undefined && resource !== undefined;
    if (isOfPage && !record && typeof props.to === 'string') return null;
    return (
      <Permitted may="create">
        <LinkRoot ref={ref} {...props} />
      </Permitted>
    );
  },
);

/**
 * The root of what stands in a line or in a column; a form hands on to it how it tells of what is wrong, a list of chips how
 * far they are apart.
 */
export const StackRoot = forwardRef<HTMLDivElement, HTMLAttributes<HTMLDivElement> & Unknown>(
  function StackRoot({ disableInvalidFormNotification: _told, gap: _apart, ...rest }, ref) {
    return <div ref={ref} {...rest} />;
  },
);

/** The root of a switch with its label: its input is handed to the form, which moves the focus there when it is refused. */
export const SwitchLabelRoot = forwardRef<
  HTMLLabelElement,
  LabelHTMLAttributes<HTMLLabelElement> & { inputRef?: RefCallback<HTMLInputElement> }
>(function SwitchLabelRoot({ inputRef, ...rest }, ref) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the switch is among its children.
    <label
      {...rest}
      ref={(label) => {
        inputRef?.(label?.querySelector('input') ?? null);
        if (typeof ref === 'function') ref(label);
        else if (ref) ref.current = label;
      }}
    />
  );
});

/**
 * The header of a column, or that of a line where a table is told line by line. react-admin shows by an arrow alone which
 * column the rows are in the order of, and names a column by a class alone.
 */
export const HeadCellRoot = forwardRef<HTMLTableCellElement, ThHTMLAttributes<HTMLTableCellElement>>(
  function HeadCellRoot({ scope = 'row', className = '', ...rest }, ref) {
    const sort = useDataTableSortContext();
    const ordered = scope === 'col' && sort && className.split(' ').includes(`column-${sort.field}`);
    return (
      <th
        {...rest}
        ref={ref}
        scope={scope}
        className={className}
        aria-sort={ordered ? (sort.order === 'ASC' ? 'ascending' : 'descending') : undefined}
      />
    );
  },
);

/** The class of a text that needs a column of some width to be read. */
export const longText = 'long-text';

function classOf(className = '', text: ReactNode): string {
  return typeof text === 'string' && text.length > 20 ? `${className} ${longText}` : className;
}

const nothing = (value: unknown) => value === undefined || value === null || value === '';

/** The field that a column is of, which react-admin says to its cells by a class alone; a column of none is of `undefined`. */
function sourceOf(className = ''): string {
  const [, source = ''] = /(?:^| )column-(\S+)/.exec(className) ?? [];
  return source === 'undefined' ? '' : source;
}

/**
 * The cell of a column, which says a value of the record as it is where the column has no field. Where there is none it says
 * so; what an operator leaves out of a value that is there stays out.
 */
export const CellRoot = forwardRef<HTMLTableCellElement, TdHTMLAttributes<HTMLTableCellElement>>(
  function CellRoot({ className, children, ...rest }, ref) {
    const source = sourceOf(className);
    const value: unknown = useFieldValue({ source });
    const missing = source !== '' && nothing(value) && nothing(children);
    return (
      <td ref={ref} {...rest} className={classOf(className, children)}>
        {missing ? pageMessages.missing : children}
      </td>
    );
  },
);

/** The root of a field that says a text. */
export const TextRoot = forwardRef<HTMLSpanElement, HTMLAttributes<HTMLSpanElement>>(function TextRoot(
  { className, ...rest },
  ref,
) {
  return <span ref={ref} {...rest} className={classOf(className, rest.children)} />;
});
