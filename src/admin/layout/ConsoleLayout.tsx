import GlobalStyles from '@mui/material/GlobalStyles';
import type { Theme } from '@mui/material/styles';
import type { CoreLayoutProps } from 'ra-core';
import { type ReactNode, Suspense, use, useLayoutEffect, useState } from 'react';
import { SidebarFrame } from '../../shared/frame/SidebarFrame';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { Deferred } from '../../shared/loading/Deferred';
import { asLink } from '../../shared/theme-components';
import { colors } from '../../shared/theme-palette';
import { ConsoleContext } from '../console-context';
import { FrameShown } from './BehindShellUntilFrame';
import { PageBoundary } from './Boundaries';
import { ConsoleSidebar } from './ConsoleSidebar';
import { consoleFrame } from './console-frame';
import { PageHead } from './PageHead';
import { PageListsContext, PageToolsContext } from './PageTools';
import { usePageFocus } from './use-page-focus';

const pageStyles = (theme: Theme) => ({
  // Links of pages that use none of MUI's; whatever styles them otherwise counts more.
  ':where(a:not([class*="Mui"]))': { ...asLink, color: colors(theme).primary.main },
  // What all pages do on paper says nothing of charts, and of what is unfolded on a screen.
  '@media print': {
    'svg text': { fill: '#000 !important' },
    'details::details-content': { display: 'block', contentVisibility: 'visible' },
  },
});

/** What is between the frame and a page: its title, and room for its tools. */
function PageWithHead({ children }: { children: ReactNode }) {
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const lists = useState(0);
  usePageFocus();
  return (
    <>
      <PageHead toolsRef={setTools} />
      <PageToolsContext value={tools}>
        <PageListsContext value={lists}>
          <PageBoundary>
            {/* Once the frame is there: the two together would take the browser long in one go. */}
            <Deferred fallback={<LoadingScreen />}>
              <Suspense fallback={<LoadingScreen />}>{children}</Suspense>
            </Deferred>
          </PageBoundary>
        </PageListsContext>
      </PageToolsContext>
    </>
  );
}

interface Props extends CoreLayoutProps {
  /** Stands above the title on every page. */
  banner?: ReactNode;
}

/** The frame of the console's pages. */
export function ConsoleLayout({ children, banner }: Props) {
  const onShown = use(FrameShown);
  const { branding } = use(ConsoleContext);
  useLayoutEffect(() => onShown(), [onShown]);
  return (
    <Deferred fallback={<LoadingScreen />}>
      <GlobalStyles styles={pageStyles} />
      <SidebarFrame
        {...consoleFrame}
        brand={branding}
        sidebar={(close) => <ConsoleSidebar onNavigate={close} />}
      >
        {banner}
        <PageWithHead>{children}</PageWithHead>
      </SidebarFrame>
    </Deferred>
  );
}
