import { Outlet } from 'react-router-dom';
import { SidebarFrame } from '../shared/frame/SidebarFrame';
import { DashboardModals } from './DashboardModals';
import { Sidebar } from './Sidebar';
import { useClientState } from './use-client-state';

const sidebarWidth = '16.5rem';
const barHeight = 64;
const pageSx = {
  maxWidth: 1160,
  mx: 'auto',
  px: { xs: 2, sm: 4, lg: 5 },
  pt: { xs: 3, md: 2 },
  pb: 8,
};

/** Hears of what is read by itself: the frame need not be rendered anew for each answer. */
function ClientState(): null {
  useClientState();
  return null;
}

/** The frame of the investor's pages, and the modals over them. */
export default function InvestorLayout() {
  return (
    <>
      <ClientState />
      <SidebarFrame
        sidebar={(close) => <Sidebar onNavigate={close} />}
        sidebarWidth={sidebarWidth}
        barHeight={barHeight}
        pageSx={pageSx}
      >
        <Outlet />
      </SidebarFrame>
      <DashboardModals />
    </>
  );
}
