import Chip from '@mui/material/Chip';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { enumValues } from '../../../contract/enum-values';
import { legalDocumentNames } from '../../../contract/messages';
import { formatMoment } from '../../shared/format';
import { LoadingScreen } from '../../shared/LoadingScreen';
import { isMissing } from '../failure';
import { PageFailure } from '../layout/PageFailure';
import { Section } from '../layout/Section';
import { useConsoleProvider } from '../provider/console-calls';

/** On phones the words take two lines. */
const wrappedSx = { height: 'auto', minHeight: 24, '& .MuiChip-label': { whiteSpace: 'normal' } } as const;

/** A document that this build does not know has the name it is kept under. */
function nameOf(document: string): string {
  const known = enumValues.legalDocuments.find((name) => name === document);
  return known ? legalDocumentNames[known] : document;
}

interface Props {
  userId: string;
  /** Whether they can ever sign in again; else they are asked for nothing. */
  asked: boolean;
}

/** Which versions of the legal documents an investor has agreed to and when, and what they are asked for next. */
export function Documents({ userId, asked }: Props) {
  const provider = useConsoleProvider();
  const query = useQuery({
    queryKey: ['users', 'documents', userId],
    queryFn: ({ signal }) => provider.readDocuments({ userId, signal }),
  });
  const { accepted = [] } = query.data ?? {};
  const open = (asked && query.data?.open) || [];
  // Other hosts keep no agreements (docs/rules.md, "Other hosts").
  if (isMissing(query.error)) return null;
  return (
    <Section title="Documents">
      <PageFailure what="documents" query={query} />
      {query.isPending && <LoadingScreen />}
      {query.data && accepted.length + open.length === 0 && (
        <Typography color="textSecondary">There are no documents to agree to.</Typography>
      )}
      {accepted.length + open.length > 0 && (
        <TableContainer>
          <Table size="small" aria-label="Documents" sx={{ '& th, & td': { px: { xs: 0.5, sm: 2 } } }}>
            <TableHead>
              <TableRow>
                <TableCell>Document</TableCell>
                <TableCell>Version</TableCell>
                <TableCell>Agreed</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {open.map(({ document, version }) => (
                <TableRow key={`${document} ${version}`}>
                  <TableCell>{nameOf(document)}</TableCell>
                  <TableCell>{version}</TableCell>
                  <TableCell>
                    <Chip
                      size="small"
                      color="warning"
                      variant="outlined"
                      label="Asked at the next sign-in"
                      sx={wrappedSx}
                    />
                  </TableCell>
                </TableRow>
              ))}
              {accepted.map(({ document, version, acceptedAt }) => (
                <TableRow key={`${document} ${version}`}>
                  <TableCell>{nameOf(document)}</TableCell>
                  <TableCell>{version}</TableCell>
                  <TableCell>
                    <time dateTime={acceptedAt}>{formatMoment(acceptedAt)}</time>
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
    </Section>
  );
}
