import { createContext, useContext, useId } from 'react';
import type { IslandName, IslandProps } from './islands';

/** Renders an island to the HTML it starts from in the browser; ids inside it begin with `prefix`. */
export type RenderIsland = (name: IslandName, props: object, prefix: string) => string;

export const IslandRenderer = createContext<RenderIsland | null>(null);

interface Props<N extends IslandName> {
  name: N;
  props: IslandProps<N>;
  /** `span` inside a line of text. */
  as?: 'div' | 'span';
}

/** Holds an island's place, its HTML, and what the browser needs to bring it to life. */
export function Island<N extends IslandName>({ name, props, as: Tag = 'div' }: Props<N>) {
  const render = useContext(IslandRenderer);
  const id = useId();
  if (!render) throw new Error('An island stands on the prerendered page only');
  return (
    <Tag
      id={id}
      data-island={name}
      data-props={JSON.stringify(props)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: this is React's own output for the island.
      dangerouslySetInnerHTML={{ __html: render(name, props, id) }}
    />
  );
}
