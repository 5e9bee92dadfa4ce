import { forwardRef, type HTMLAttributes } from 'react';

/** What react-admin hands on under the names of MUI 5, beside the same under those of today. */
interface Renamed {
  InputProps?: unknown;
  InputLabelProps?: unknown;
  inputProps?: unknown;
}

/**
 * The root of a field. react-admin's inputs say each thing twice, by the name that it has today (`slotProps`) and by one
 * that MUI no longer knows and would hand on to the document, which complains: the second ends here.
 */
export const FieldRoot = forwardRef<HTMLDivElement, HTMLAttributes<HTMLDivElement> & Renamed>(
  function FieldRoot({ InputProps: _input, InputLabelProps: _label, inputProps: _html, ...rest }, ref) {
    return <div ref={ref} {...rest} />;
  },
);

/** The same for what is ticked. */
export const TickRoot = forwardRef<HTMLSpanElement, HTMLAttributes<HTMLSpanElement> & Renamed>(
  function TickRoot({ inputProps: _html, ...rest }, ref) {
    return <span ref={ref} {...rest} />;
  },
);
