import type { Rolldown } from 'vite';

/** Parts of MUI by their folder. */
const mui = (...names: string[]) => `@mui/material/(${names.join('|')})/`;

const anyOf = (...patterns: string[]) => new RegExp(patterns.join('|'));

/** What forms are made of, and what is done once they are answered: on the account pages, in the dashboard's dialogs and in the console. */
const form = anyOf(
  'react-hook-form/',
  mui('Form(Control|HelperText|Label)', 'Input(Adornment|Base|Label)', 'OutlinedInput', 'TextareaAutosize'),
  'src/shared/(FormField|PasswordField|SubmitButton|form-errors|lazy-resolver|use-is-here)\\.',
  '@mui/material/Select/selectClasses',
  'icons-material/Visibility',
);

/** What the account pages share, and the page of a profile with them. */
const account = anyOf(
  'src/auth/(AuthForm|ResendButton|UsernameField|account-title|otp-refused|resend-wait|reset-steps|resolvers|sentence-case)\\.',
  'src/shared/use-(compared-field|stored-email)\\.',
);

/** Small parts that nearly every screen has, the front page among them. */
const common = anyOf(
  '@mui/utils/(?!useRovingTabIndex/)',
  '@mui/system/useMediaQuery/',
  mui('utils', 'IconButton', 'Link', 'SvgIcon', 'useMediaQuery'),
  '@mui/material/styles/useThemeProps',
  'src/shared/visually-hidden\\.',
);

/** Those of the app: the choice of a theme, calls of the server, how long its limits last, and what keeps it from going on. */
const parts = anyOf(
  'src/shared/(ThemeToggle|api|auth-provider|person-name|take-focus|theme-choices|use-hydrated)\\.',
  'src/shared/(wait/|loading/(TroubleBar|lazy-code)\\.)',
  'icons-material/(Contrast|DarkMode|LightMode)Outlined\\.',
);

/** What lies over a screen. */
const overlay = anyOf(
  'react-transition-group/',
  mui('Backdrop', 'Divider', 'Fade', 'List(Item\\w*)?', 'Modal', 'Paper', 'Portal', 'Unstable_TrapFocus'),
  '@mui/material/internal/Transition',
  'src/shared/LegalLinks\\.',
);

/** What stands around the screens behind a sign-in, what asks the server and keeps its answers, and what shows them. */
const area = anyOf(
  '@tanstack/(?!.*/(useMutation|mutationObserver|useInfiniteQuery|infiniteQueryObserver)\\.)',
  'node_modules/jotai/',
  mui('Alert', 'Card', 'CardContent', 'Drawer', 'Skeleton', 'Slide', 'Table(Body|Cell|Container|Head|Row)?'),
  '@mui/material/internal/svg-icons/(Close|ErrorOutline|InfoOutlined|ReportProblem|Success)',
  '@mui/material/styles/cssUtils',
  'icons-material/(AccountBalanceWallet|CheckCircle|Error|HelpOutline|Key|Logout|Mail|Menu|Person|ReceiptLong|SpaceDashboard)Outlined\\.',
  'src/shared/(frame/|loading/(Deferred|ModalLoading)|(LoadFailure|format|leaving|query-client|state|theme)\\.)',
);

/** What is chosen from: lists that open, and the parts of tables that are worked with. */
const choice = anyOf(
  '@popperjs/',
  '@mui/utils/useRovingTabIndex/',
  mui(
    'Checkbox',
    'Chip',
    'Form(ControlLabel|Group)',
    'Grow',
    'Menu\\w*',
    'NativeSelect',
    'Pagination\\w*',
    'Popover',
    'Popper',
    'Select',
  ),
  mui('FilledInput', 'Input', 'TextField', 'Tooltip', 'usePagination'),
  '@mui/material/internal/(SwitchBase|switchBase|svg-icons/(ArrowDropDown|Cancel|CheckBox|FirstPage|Indeterminate|LastPage|Navigate))',
);

/** What both areas show of a transaction, and what goes between them and the server. */
const records = anyOf(
  '@tanstack/',
  'contract/(amount|changed-fields|clean-text|filters|list-query|record-of)\\.',
  'src/shared/(CopyButton|StatusChip|hold|save-file|proof-link|status-tones|use-copy)\\.',
  'node_modules/uuid/',
  'icons-material/(Check|ContentCopy|Delete)Outlined\\.',
);

/** Texts that are completed: in the dashboard's table, and where the console chooses a record. */
const search = anyOf(mui('Autocomplete', 'ListSubheader', 'useAutocomplete'));

/** How react-admin chooses records of another resource: fetched where they are chosen. */
const reference = anyOf(
  'ra-ui-materialui/dist/[^/]+/(Autocomplete(Array)?Input|Reference(Array)?Input|ReferenceError)',
  'ra-core/dist/controller/input/(Reference(Array)?InputBase|useReference(Array)?InputController|useReferenceParams)',
  'ra-core/dist/form/(useSuggestions|choices/ChoicesContextProvider)',
);

/** react-admin's forms of one record, and what is made of them: fetched where one is opened. */
const record = anyOf(
  'ra-core/dist/controller/(create|edit)/',
  'ra-core/dist/form/(Form|WarnWhenUnsavedChanges|getFormInitialValues|sanitizeEmptyValues)\\.',
  'ra-core/dist/form/use(AugmentedForm|FormIsDirty|RecordFromLocation|WarnWhenUnsavedChanges)\\.',
  'ra-core/dist/form/validation/(setSubmissionErrors|useNotifyIsFormInvalid)\\.',
  'ra-ui-materialui/dist/(detail|form|auth/Login|AdminUI\\.)',
  'react-admin/dist/Admin\\.',
  'ra-ui-materialui/dist/input/(BooleanInput|DateTimeInput|InPlaceEditor)',
  'ra-ui-materialui/dist/button/(Save|Delete|Show)',
);

/** What single pages of investors and react-admin both have: with neither's other parts. */
const single = anyOf(mui('LinearProgress', 'Tabs?', 'TabScrollButton'), '@mui/material/internal/animate');

/** What the fields of records may be: fetched where something is sent, or read that a host may have sent otherwise. */
const schemas = anyOf('node_modules/zod/', 'contract/(enums|fields|person|zod)\\.');

/** What opens, folds and turns pages: the console has it at once, the dashboard with the part that needs it. */
const panels = anyOf(
  mui('Collapse', 'Dialog\\w*', 'Fab', 'Switch', 'TablePagination\\w*', 'Toolbar', 'locale'),
  '@mui/material/styles/useThemeProps',
  '@mui/material/internal/svg-icons/(ArrowDownward|KeyboardArrow)',
  'icons-material/(Add|Clear|ClearOutlined|Close|Delete|ErrorOutlineOutlined|ExpandMore|FilterList|Search|SearchOutlined)\\.',
);

/** What of react-admin no page needs at once: it comes with the tools of its lists (src/admin/theme/StockTools.tsx). */
const tools =
  'ra-ui-materialui/dist/list/(ListActions|datagrid/SelectColumnsButton|datatable/ColumnsButton|filter/(FilterButton\\w*|(Add|Remove)SavedQueryDialog))\\.';

/**
 * What the console's pages share: react-admin and what it is made of, and the part of the console that the menu needs from
 * the first. Nothing here may take what it imports from a group that imports it in turn, whatever an operator adds.
 */
const console = anyOf(
  `node_modules/(?!${tools})(ra-[^/]+|react-admin|inflection|lodash|decode-uri-component|filter-obj)/`,
  mui('TableSortLabel'),
  'contract/console-names\\.',
  'src/admin/(console-context|console-text|list-total|accounts/figures|audit/difference|failure|may|offered|record-paths|sent-for-approval|layout/(Boundaries|NoAccessPage|PageFailure|Section)|theme/shown-date|resource/declare-resource|wallets/index|writes/told-conflict|list/(Moment|ResourceList|columns|hidden-columns|person))\\.',
  'src/admin/provider/(base-calls|console-calls|specified-provider|specified-resources|value-at|write-each)\\.',
  'contract/sent-for-approval\\.',
  'src/shared/loading/(DialogPart|use-ahead)\\.',
);

/** What an administrator wants of a list, in panels that open. */
const wishes = anyOf('src/admin/list/(ColumnsPanel|Panel|ViewsPanel)\\.');

/** How proposals are named, where they are listed, decided on, and told of beside a person. */
const proposals = anyOf('src/admin/proposals/(ProposalStatusChip|proposal-text)\\.');

/** What the pages of the dashboard share. */
const investor = /src\/investor\/(addresses\/own-addresses|amounts\/|dashboard-modal|investor-data)/;

/**
 * What is used together is one file, since each file is a request with headers of its own, and few large ones pack better
 * than the many that sharing alone would make. What every screen of the app starts with is three: the few lines that the
 * front page starts with as well, what its islands need, and the rest.
 */
export const codeGroups: Rolldown.CodeSplittingGroup[] = [
  {
    name: 'start',
    tags: ['$initial'],
    test: /preload-helper|shared\/(session|token|storage|loading\/(reload-once|when-used))\.ts|fonts\.css|contract\/(access|storage-keys)\.ts/,
  },
  {
    name: 'ui',
    tags: ['$initial'],
    test: /node_modules\/(react|react-dom|scheduler|@emotion|@mui)\/|src\/shared\/theme|src\/app\.config/,
  },
  {
    name: 'app',
    tags: ['$initial'],
    test: /node_modules\/|contract\/|src\/(app\/(?!missing-code)|shared\/)/,
  },
  ...Object.entries({
    form,
    account,
    common,
    parts,
    overlay,
    area,
    choice,
    records,
    panels,
    investor,
    search,
    reference,
    record,
    single,
    schemas,
    proposals,
    wishes,
  }).map(([name, test]) => ({
    name,
    test,
    includeDependenciesRecursively: false,
  })),
  { name: 'console', test: console },
];
