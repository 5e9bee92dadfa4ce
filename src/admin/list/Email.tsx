import { Fragment } from 'react';
import { FoldedText } from './FoldedText';

/** An address in a row, broken before its host, or behind a dot. */
export function Email({ text }: { text: string }) {
  return (
    <FoldedText text={text} lines={3} least={112}>
      {text.split(/(?=@)|(?<=\.)(?=.*@)/).map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which nobody reorders.
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </FoldedText>
  );
}
