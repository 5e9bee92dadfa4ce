import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screens } from '../contract/paths';
import { z } from '../contract/zod';

/** The screens people come to first, and the modules each fetches once the app has started. */
const screenModules: Record<string, readonly string[]> = {
  [screens.login]: ['src/auth/AuthLayout.tsx', 'src/auth/LoginPage.tsx'],
  [screens.register]: ['src/auth/AuthLayout.tsx', 'src/auth/RegisterPage.tsx'],
  [screens.verifyEmail]: ['src/auth/AuthLayout.tsx', 'src/auth/VerifyEmailPage.tsx'],
  [screens.resetPassword]: ['src/auth/AuthLayout.tsx', 'src/auth/ResetPasswordPage.tsx'],
  [screens.changePassword]: ['src/auth/AuthLayout.tsx', 'src/auth/ChangePasswordPage.tsx'],
  [screens.invitation]: ['src/auth/AuthLayout.tsx', 'src/auth/InvitationPage.tsx'],
  [screens.notMe]: ['src/auth/AuthLayout.tsx', 'src/auth/NotMePage.tsx'],
  [screens.dashboard]: ['src/app/InvestorArea.tsx', 'src/investor/dashboard/DashboardPage.tsx'],
  [screens.adminUsers]: ['src/admin/AdminApp.tsx'],
  [screens.adminAccounts]: ['src/admin/AdminApp.tsx', 'src/admin/accounts/AccountList.tsx'],
  [screens.adminTransactions]: ['src/admin/AdminApp.tsx', 'src/admin/transactions/TransactionList.tsx'],
};
const app = 'app.html';
const pageStart = 'src/start.ts';

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), name: z.string().optional(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof manifestSchema>;

/** The files of modules and of all they import at once. */
function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const keys = new Set(modules);
  const files = new Set<string>();
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    files.add(`/${chunk.file}`);
    for (const next of chunk.imports) keys.add(next);
  }
  return [...files];
}

/** The file of a group of code. */
function fileNamed(manifest: Manifest, name: string): string {
  const chunk = Object.values(manifest).find((each) => each.name === name);
  if (!chunk) throw new Error(`The build has no file named ${name}`);
  return `/${chunk.file}`;
}

/** Scripts of the built pages, by the manifest of the build. */
export interface Scripts {
  /** What brings a page to life that came as HTML: its own file first, then those it imports. */
  start: string[];
  /** What all screens stand on, the largest of the app's files (scripts/vite/code-groups.ts, "ui"). */
  ui: string;
  /** Which scripts a screen needs, the app's own first. */
  ofScreen: (path: string) => string[];
  /** Those of the screens that are made in the browser: they are told of with the page, to whoever asks for it. */
  preloads: (rendered: readonly string[]) => Record<string, string[]>;
  /** Those that a screen of the console needs besides: for the people of the console alone. */
  ofConsole: (path: string) => string[];
}

export function readScripts(folder: string): Scripts {
  const manifest = manifestSchema.parse(
    JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')),
  );
  const ofScreen = (path: string) => filesOf(manifest, [app, ...(screenModules[path] ?? [])]);
  const ofEverybody = filesOf(manifest, [app]);
  const isOfConsole = (path: string) => path.startsWith(screens.admin);
  return {
    start: filesOf(manifest, [pageStart]),
    ui: fileNamed(manifest, 'ui'),
    ofScreen,
    preloads: (rendered) =>
      Object.fromEntries(
        Object.keys(screenModules)
          .filter((path) => !rendered.includes(path))
          .map((path) => [path, isOfConsole(path) ? ofEverybody : ofScreen(path)]),
      ),
    ofConsole: (path) =>
      isOfConsole(path) ? ofScreen(path).filter((file) => !ofEverybody.includes(file)) : [],
  };
}
