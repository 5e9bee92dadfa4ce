import type { Theme } from '@mui/material/styles';
import { StackRoot } from './adapters';

/** MUI's stacks are of any element; their types do not say so. */
const stack: object = { component: StackRoot };

/** A form, or a record that is shown, is as wide as its lines are easily read; buttons stand at its end, not over it on a phone. */
export const formDefaults: NonNullable<Theme['components']> = {
  RaCreate: { styleOverrides: { root: pageOfForm('RaCreate') } },
  RaEdit: { defaultProps: { mutationMode: 'pessimistic' }, styleOverrides: { root: pageOfForm('RaEdit') } },
  RaShow: { styleOverrides: { root: pageOfForm('RaShow') } },
  RaSimpleShowLayout: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(3),
        overflowWrap: 'anywhere',
        [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
        '& > .RaSimpleShowLayout-stack': { gap: theme.spacing(2) },
        '& .RaLabeled-label': { fontSize: '0.8125rem', color: theme.palette.text.secondary },
      }),
    },
  },
  MuiStack: { defaultProps: stack },
  RaSimpleForm: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: theme.spacing(3),
        [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
        '& > .MuiStack-root': { gap: theme.spacing(2.5), alignItems: 'stretch' },
        '& .MuiFormControl-root': { margin: 0 },
      }),
    },
  },
  RaTabbedForm: {
    styleOverrides: {
      root: ({ theme }) => ({
        '& > .MuiCardContent-root': {
          padding: theme.spacing(3),
          [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
        },
        '& .MuiCardContent-root .MuiStack-root': { gap: theme.spacing(2.5), alignItems: 'stretch' },
        '& .MuiFormControl-root': { margin: 0 },
      }),
    },
  },
  RaToolbar: {
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 0,
        gap: theme.spacing(1),
        justifyContent: 'flex-end',
        padding: theme.spacing(0, 3, 3),
        backgroundColor: 'transparent',
        '&.RaToolbar-mobileToolbar': { position: 'static', padding: theme.spacing(0, 2, 2) },
      }),
    },
  },
};

function pageOfForm(part: 'RaCreate' | 'RaEdit' | 'RaShow') {
  return {
    maxWidth: 720,
    [`& .${part}-noActions`]: { marginTop: 0 },
    [`& .${part}-main`]: { flexDirection: 'column' as const, alignItems: 'stretch' },
    // What stands beside the form stands beneath it.
    [`& .${part}-main > .MuiButton-root`]: { alignSelf: 'flex-start' },
  };
}
