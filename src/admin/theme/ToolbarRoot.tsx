import { type ComponentProps, useLayoutEffect, useRef, useState } from 'react';
import { TitleTools } from '../layout/PageTools';
import { ListToolbar } from './StockTools';
import { toolsOf } from './tools-of';

type Place = keyof typeof toolsOf | 'here';

/** Whose `actions` stand where the sign is. A toolbar within a page, or of chosen rows, is of none. */
function placeOf(sign: HTMLElement | null): Place {
  const parent = sign?.parentElement;
  if (parent?.closest('.RaList-actions')) return 'list';
  return parent?.matches('.edit-page, .show-page, .create-page') ? 'record' : 'here';
}

/** The root of react-admin's toolbar: the one that a page has for its `actions` stands beside the title of the page, as ours do. */
export default function ToolbarRoot({ className = '', ...rest }: ComponentProps<'div'>) {
  const sign = useRef<HTMLSpanElement>(null);
  const [place, setPlace] = useState<Place>();
  useLayoutEffect(() => setPlace(placeOf(sign.current)), []);
  if (place === undefined) return <span ref={sign} hidden />;
  if (place === 'here') return <div {...rest} className={className} />;
  const props = { ...rest, className: `${className} ${toolsOf[place]}` };
  if (place === 'record') {
    return (
      <TitleTools>
        <div {...props} />
      </TitleTools>
    );
  }
  return <ListToolbar {...props} />;
}
