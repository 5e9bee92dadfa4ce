import { type RaRecord, RecordContextProvider } from 'ra-core';
import { use } from 'react';
import { ConsoleContext } from '../console-context';
import { useConsoleText } from '../console-text';
import { PartBoundary } from '../layout/Boundaries';
import { panelClass, Section, widePanelClass } from '../layout/Section';

/** What an operator shows of a record on its page, a section each. */
export function Panels({ resource, record }: { resource: string; record: RaRecord }) {
  const { panels = [] } = use(ConsoleContext).extensions[resource] ?? {};
  const text = useConsoleText();
  return panels.map(({ title, content: Content, wide = false }) => (
    <Section
      key={title}
      title={text(title)}
      wide={wide}
      className={wide ? `${panelClass} ${widePanelClass}` : panelClass}
    >
      <RecordContextProvider value={record}>
        <PartBoundary key={record.id}>
          <Content record={record} />
        </PartBoundary>
      </RecordContextProvider>
    </Section>
  ));
}
