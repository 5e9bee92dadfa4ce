import { type ButtonHTMLAttributes, forwardRef, type HTMLAttributes } from 'react';

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
}

/** The root of a field. */
export const FieldRoot = forwardRef<HTMLDivElement, HTMLAttributes<HTMLDivElement> & Unknown>(
  function FieldRoot({ InputProps: _input, InputLabelProps: _label, inputProps: _html, ...rest }, ref) {
    return <div ref={ref} {...rest} />;
  },
);

/** The root of what is ticked. */
export const TickRoot = forwardRef<HTMLSpanElement, HTMLAttributes<HTMLSpanElement> & Unknown>(
  function TickRoot({ inputProps: _html, ...rest }, ref) {
    return <span ref={ref} {...rest} />;
  },
);

/** The root of a button that is told how to write. */
export const WriteRoot = forwardRef<HTMLButtonElement, ButtonHTMLAttributes<HTMLButtonElement> & Unknown>(
  function WriteRoot({ mutationMode: _mode, ...rest }, ref) {
    return <button type="button" ref={ref} {...rest} />;
  },
);
