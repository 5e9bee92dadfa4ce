import CardContent, { type CardContentProps } from '@mui/material/CardContent';
import { styled, type Theme } from '@mui/material/styles';
import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../../shared/loading/lazy-part';
import { colors } from '../../shared/theme-palette';
import { toldInPlace } from '../failure';
import { panelClass, widePanelClass } from '../layout/Section';
import { StackRoot } from './adapters';

/** As wide as its lines are easily read. Pixels. */
const formWidth = 720;

/** Fetched with a form: the buttons are of react-admin's forms, which lists do not need. */
const FormButtons = lazyPart(() => import('./FormButtons'));
const formButtons = (
  <Suspense>
    <FormButtons />
  </Suspense>
);

const RecordTools = lazyPart(() => import('./RecordTools'));
const toolsOf = (page: 'edit' | 'show') => (
  <Suspense>
    <RecordTools page={page} />
  </Suspense>
);

const RecordFailure = lazyPart(() => import('./RecordFailure'));

const unread = (page: 'edit' | 'show') => ({
  queryOptions: toldInPlace,
  error: (
    <Suspense>
      <RecordFailure page={page} />
    </Suspense>
  ),
});

const FormConflict = lazyPart(() => import('./FormConflict'));
const formConflict = (
  <Suspense>
    <FormConflict />
  </Suspense>
);

const FormEnd = lazyPart(() => import('./FormEnd'));
const formEnd = (tabs: boolean) => (
  <Suspense>
    <FormEnd tabs={tabs} />
  </Suspense>
);

/** What is within a form of react-admin's, under the name that the theme has for it. */
const Content = styled(CardContent, { name: 'RaSimpleForm', overridesResolver: (_, styles) => styles.root })(
  {},
);

/** The inputs of a form, and what each form has above and below them: a theme does not reach the form itself. */
function FormContent({ children, ...rest }: CardContentProps) {
  return (
    <Content {...rest}>
      {formConflict}
      {children}
      {formEnd(false)}
    </Content>
  );
}

/** The same of a form of tabs. */
function TabsContent({ children }: { children?: ReactNode }) {
  return (
    <CardContent>
      {formConflict}
      {children}
      {formEnd(true)}
    </CardContent>
  );
}

/** MUI's stacks are of any element; their types do not say so. */
const stack: object = { component: StackRoot };

/** A form, or a record that is shown, is as wide as its lines are easily read; buttons stand at its end, not over it on a phone. */
export const formDefaults: NonNullable<Theme['components']> = {
  RaCreate: { styleOverrides: { root: ({ theme }) => pageOfForm(theme, 'RaCreate') } },
  RaEdit: {
    defaultProps: { mutationMode: 'pessimistic', actions: toolsOf('edit'), ...unread('edit') },
    styleOverrides: { root: ({ theme }) => pageOfForm(theme, 'RaEdit') },
  },
  RaShow: {
    defaultProps: { actions: toolsOf('show'), ...unread('show') },
    styleOverrides: { root: ({ theme }) => pageOfForm(theme, 'RaShow') },
  },
  RaSimpleShowLayout: {
    styleOverrides: { root: ({ theme }) => shownRecord(theme, '& > .RaSimpleShowLayout-stack') },
  },
  RaTabbedShowLayout: {
    styleOverrides: {
      root: ({ theme }) => ({
        '& > .RaTabbedShowLayout-content': shownRecord(theme, '& > .MuiStack-root'),
      }),
    },
  },
  MuiStack: { defaultProps: stack },
  RaSimpleForm: {
    defaultProps: { component: FormContent },
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
    defaultProps: { component: TabsContent },
    styleOverrides: {
      root: ({ theme }) => ({
        '& > .MuiCardContent-root': {
          padding: theme.spacing(3),
          [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
        },
        '& > .MuiCardContent-root > .MuiStack-root': { gap: theme.spacing(2.5), alignItems: 'stretch' },
        '& .MuiFormControl-root': { margin: 0 },
      }),
    },
  },
  RaSaveButton: { defaultProps: { icon: null } },
  RaToolbar: {
    defaultProps: { children: formButtons },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 0,
        gap: theme.spacing(1),
        justifyContent: 'flex-end',
        padding: theme.spacing(0, 3, 3),
        backgroundColor: 'transparent',
        '& > .ra-delete-button': {
          ...theme.typography.button,
          minHeight: 44,
          marginRight: 'auto',
          paddingInline: theme.spacing(2.5),
        },
        // On phones react-admin's is an icon alone, and a larger one.
        '& > .ra-delete-button > .MuiSvgIcon-root': { fontSize: '1.25rem' },
        '& > .ra-delete-button.MuiIconButton-root::after': {
          content: 'attr(aria-label)',
          marginLeft: theme.spacing(1),
        },
        '&.RaToolbar-mobileToolbar': { position: 'static', padding: theme.spacing(0, 2, 2) },
      }),
    },
  },
};

/** A record that is shown, whose lines stand in `stack`. */
function shownRecord(theme: Theme, stack: string) {
  return {
    padding: theme.spacing(3),
    overflowWrap: 'anywhere' as const,
    [theme.breakpoints.down('sm')]: { padding: theme.spacing(2) },
    [stack]: { gap: theme.spacing(2) },
    // Lines of a text are told as they were typed.
    '& .MuiTypography-body2': { whiteSpace: 'pre-line' as const },
    '& .RaLabeled-label': { fontSize: '0.8125rem', color: colors(theme).text.secondary },
  };
}

function pageOfForm(theme: Theme, part: 'RaCreate' | 'RaEdit' | 'RaShow') {
  const main = `& .${part}-main`;
  return {
    maxWidth: formWidth,
    [`& .${part}-noActions`]: { marginTop: 0 },
    // Why there is nothing to show is a card of its own.
    [`& .${part}-card > .MuiCard-root`]: { border: 0, boxShadow: 'none' },
    [main]: { flexDirection: 'column' as const, alignItems: 'stretch', gap: theme.spacing(2) },
    // What stands beside the form stands beneath it, as far as there is no room.
    [`${main} > .MuiButton-root`]: { alignSelf: 'flex-start' },
    // A wide panel beneath the form is as wide as the page; all else stays as wide as the form.
    [`&:has(> .${part}-main > .${widePanelClass})`]: {
      maxWidth: 'none',
      [`& > .${part}-main > :not(.${widePanelClass})`]: { width: '100%', maxWidth: formWidth },
    },
    [theme.breakpoints.up('md')]: {
      [`&:has(> .${part}-main > .${part}-card + :not(.${panelClass}))`]: {
        maxWidth: 'none',
        [main]: { flexDirection: 'row' as const, alignItems: 'flex-start' },
        [`& .${part}-card`]: { flex: '1 1 0', minWidth: '55%', maxWidth: formWidth },
      },
    },
  };
}
