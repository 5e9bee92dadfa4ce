import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { type ResourceDefinition, useCanAccessResources, useResourceDefinitions } from 'ra-core';
import { Link as RouterLink } from 'react-router-dom';
import type { PersonRecord } from '../../../contract/people';
import { printing } from '../../shared/print-styles';
import { useOffers } from '../offered';
import {
  accountsPath,
  auditPath,
  filteredProposalsPath,
  mailsPath,
  reportsPath,
  securityPath,
  transactionsPath,
} from '../record-paths';

/** The lists that know a person: each with what it has of them. */
const lists: readonly (readonly [resource: string, name: string, pathOf: (userId: string) => string])[] = [
  ['transactions', 'Transactions', (userId) => transactionsPath({ userId })],
  ['accounts', 'Accounts', (id) => accountsPath({ id })],
  ['proposals', 'Approvals', (personId) => filteredProposalsPath({ personId })],
  ['reports', 'Reports', (userId) => reportsPath({ userId })],
  ['audit', 'Audit', (personId) => auditPath({ personId })],
  ['security', 'Security', (userId) => securityPath({ userId })],
  ['mail', 'Mail', (userId) => mailsPath({ userId })],
];

/** Of people who have no account. */
const ofInvestors = new Set(['transactions', 'accounts']);

/** The way from a person to each list, with what it has of them. */
export function Elsewhere({ person: { _id }, isInvestor }: { person: PersonRecord; isInvestor: boolean }) {
  const definitions: Record<string, ResourceDefinition> = useResourceDefinitions();
  const offers = useOffers();
  const { canAccess } = useCanAccessResources({
    action: 'list',
    resources: lists.map(([resource]) => resource),
  });
  return (
    <Box
      component="nav"
      aria-label="Lists of this person"
      data-print={printing.off}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, mb: 2 }}
    >
      {lists
        .filter(([resource]) => definitions[resource]?.hasList && canAccess?.[resource])
        .filter(([resource]) => isInvestor || !ofInvestors.has(resource))
        .filter(([resource]) => {
          const needs = definitions[resource]?.options?.needs;
          return needs === undefined || offers(needs);
        })
        .map(([resource, name, pathOf]) => (
          <Link key={resource} component={RouterLink} to={pathOf(_id)} variant="body2" sx={{ py: 0.5 }}>
            {name}
          </Link>
        ))}
    </Box>
  );
}
