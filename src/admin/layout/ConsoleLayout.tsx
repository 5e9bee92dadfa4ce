import type { CoreLayoutProps } from 'ra-core';
import { Suspense, useState } from 'react';
import { SidebarFrame } from '../../shared/frame/SidebarFrame';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { ConsoleSidebar } from './ConsoleSidebar';
import { PageHead } from './PageHead';
import { PageToolsContext } from './PageTools';

// Beside a table of a dozen columns every pixel counts.
const sidebarWidth = 208;
const barHeight = 56;
const pageSx = { px: { xs: 2, sm: 2.5, xl: 4 }, pt: { xs: 2, md: 0.5 }, pb: { xs: 4, md: 2 } };

/** The frame of the console's pages. */
export function ConsoleLayout({ children }: CoreLayoutProps) {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  return (
    <SidebarFrame
      sidebar={(close) => <ConsoleSidebar onNavigate={close} />}
      sidebarWidth={sidebarWidth}
      barHeight={barHeight}
      pageSx={pageSx}
    >
      <PageHead toolsRef={setTools} />
      <PageToolsContext value={tools}>
        <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
      </PageToolsContext>
    </SidebarFrame>
  );
}
