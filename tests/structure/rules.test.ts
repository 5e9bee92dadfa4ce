import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Access, mayCall } from '../../contract/access';
import { calls } from '../../contract/calls';
import * as consoleNames from '../../contract/console-names';
import * as entryNames from '../../contract/entry-names';
import { trxStatuses, trxTypes, userTypes } from '../../contract/enums';
import { limits, sessionTimes } from '../../contract/limits';
import * as subjects from '../../contract/mail-subjects';
import * as messages from '../../contract/messages';
import * as refusals from '../../contract/refusals';
import * as reportNames from '../../contract/report-names';
import * as flagNames from '../../contract/review-flag-names';
import * as eventNames from '../../contract/security-event-names';
import { statusEffects } from '../../contract/status-effects';
import { documents } from '../../scripts/documents';
import { statusOf } from '../../server/http/statuses';
import { type Rule, rules } from '../../server/limits/limits';
import { readSources, root, type SourceFile } from './imports';

/** docs/rules.md: its tables say what the code does, and whoever names one of its sections names one that is there. */
const document = readFileSync(join(root, 'docs/rules.md'), 'utf8');

/** The sections by their headings, without what is below headings of their own. */
const sections = new Map(
  document.split(/^#{2,3} /m).map((part) => {
    const [heading = ''] = part.split('\n');
    return [heading, part];
  }),
);

/** The rows of the only table of a section, cell by cell. */
function tableOf(heading: string): string[][] {
  const lines = (sections.get(heading) ?? '').split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(2).map((line) => line.slice(2, -2).split(' | '));
}

const code = (text: string) => `\`${text}\``;

/** A text as the document has it, what is filled in as `{name}`; by type where a text depends on it. */
function written(name: string, text: unknown): string[][] {
  if (typeof text === 'string') return [[code(name), `"${text}"`]];
  if (typeof text === 'object' && text !== null) {
    return Object.entries(text).flatMap(([part, inside]) => written(`${name}.${part}`, inside));
  }
  if (typeof text !== 'function') throw new Error(`${name} is no text`);
  const parameters = /\(?([\w, ]*)\)?\s*=>/.exec(String(text))?.[1]?.split(/,\s*/) ?? [];
  const filled = (first: string): string =>
    String(text(first, ...parameters.slice(1).map((each) => `{${each}}`)));
  return parameters[0] === 'trxType'
    ? trxTypes.options.map((trxType) => [code(`${name}.${trxType}`), `"${filled(trxType)}"`])
    : [[code(name), `"${filled(`{${parameters[0]}}`)}"`]];
}

describe('the tables of docs/rules.md say what the code does', () => {
  // What pages refuse too is among the refusals.
  const { sharedRefusals: _, ...ofPages } = messages;
  const texts = {
    ...ofPages,
    ...refusals,
    ...consoleNames,
    ...reportNames,
    ...flagNames,
    ...eventNames,
    ...entryNames,
    ...subjects,
  };
  const groups = new Map(Object.entries(texts).filter(([, group]) => typeof group === 'object'));

  test.each([
    ['validation', 'Validation messages'],
    ['toasts', 'Texts of toasts'],
    ['refusals', 'Refusals'],
    ['pageMessages', 'Texts of pages'],
    ['entryKindNames', 'Names of entries'],
    ['securityEventNames', 'Names of security events'],
    ['userTypeNames', 'Names of roles'],
    ['factorKindNames', 'Names of second factors'],
    ['standingNames', 'Names of standings'],
    ['legalDocumentNames', 'Names of legal documents'],
    ['mailStateNames', 'Names of mail states'],
    ['holdCauseNames', 'Names of holds'],
    ['reviewFlagNames', 'Names of review flags'],
    ['reportedMailNames', 'Names of reported mails'],
    ['takeoverFindingNames', 'Names of findings'],
    ['reportStateNames', 'Names of report states'],
    ['ownReasons', 'Reasons of the server'],
    ['proposalKindNames', 'Names of proposals'],
    ['proposalStatusNames', 'Names of decisions'],
    ['bookCheckNames', 'Names of book checks'],
    ['mailSubjects', 'Subjects of mails'],
  ] as const)('every text of %s is under "%s", and no other', (group, heading) => {
    const texts = Object.entries(groups.get(group) ?? {}).flatMap(([name, text]) => written(name, text));
    expect(tableOf(heading).map((cells) => cells.slice(0, 2))).toEqual(texts);
  });

  test('and there are no other texts', () => expect(groups.size).toBe(21));

  test('effects of statuses', () => {
    const rows = trxTypes.options.flatMap((trxType) =>
      trxStatuses.options.map((status) => {
        const { money, statement, names } = statusEffects[trxType][status];
        const figures = statement.map(
          ({ figure, sign, onlyWithPlan }) =>
            `${sign === 1 ? '+' : '-'} ${figure}${onlyWithPlan ? ' with a plan' : ''}`,
        );
        return [
          trxType,
          status,
          money ? `${money.from} to ${money.to}` : '-',
          figures.join(', ') || '-',
          ...[names.effect, names.reversal, names.ownReversal].map(code),
        ];
      }),
    );
    expect(tableOf('Effects of statuses')).toEqual(rows);
  });

  test('roles: every call in one row, and who may call it', () => {
    const rows = tableOf('Roles').map(([, guest, investor, auditor, admin, named = '']) => ({
      may: { guest, investor, auditor, admin },
      names: named.split(', ').map((name) => name.slice(1, -1)),
    }));
    const found = rows.flatMap(({ may, names }) => names.map((name) => ({ name, may })));
    const answer = (access: Access, type: string) => (mayCall(access, type) ? 'yes' : '-');
    const expected = Object.entries(calls).map(([name, { access }]) => {
      const of = Object.fromEntries(userTypes.options.map((type) => [type, answer(access, type)]));
      return { name, may: { guest: answer(access, 'guest'), ...of } };
    });
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(found.toSorted(byName)).toEqual(expected.toSorted(byName));
  });

  test('limits', () => {
    const time = (seconds: number) =>
      seconds % 3_600 === 0 ? `${seconds / 3_600} h` : `${seconds / 60} min`;
    expect(tableOf('Limits').map((cells) => cells.slice(0, 4))).toEqual(
      Object.entries<Rule>(rules).map(([name, { points, duration, lease = 1 }]) => [
        code(name),
        `${points}`,
        time(duration),
        `${lease}`,
      ]),
    );
  });

  test('limits: which calls count against each', () => {
    const sources = readSources('server').filter(({ path }) => !path.includes('.test.'));
    const counted = new Map(
      sources.flatMap(({ text }) =>
        [...text.matchAll(/\b(?:app|scope),\s*'(\w+)',\s*'(\w+)'/g)].map(([, name = '', limit = '']) => [
          name,
          // It knows itself what it counts by.
          name === 'login' ? 'login' : limit,
        ]),
      ),
    );
    const names = Object.keys(calls);
    expect([...counted.keys()].toSorted()).toEqual(names.toSorted());

    const callsOf = (limit: string) => names.filter((name) => counted.get(name) === limit).map(code);
    const others = { reads: 'all others that read', writes: 'all others that change something' };
    expect(tableOf('Limits').map(([limit, , , , , named]) => [limit, named])).toEqual(
      Object.keys(rules).map((name) => [
        code(name),
        new Map(Object.entries(others)).get(name) ?? (callsOf(name).join(', ') || '-'),
      ]),
    );
    expect(sections.get('Limits')).toContain(`${callsOf('none').join(', ')} counts against none`);
  });

  test('times of sessions', () => {
    const time = (milliseconds: number) =>
      milliseconds % 3_600_000 === 0 ? `${milliseconds / 3_600_000} h` : `${milliseconds / 60_000} min`;
    expect(tableOf('Sessions')).toEqual(
      userTypes.options.map((role) => {
        const { lasts, idle, notedEvery } = sessionTimes[role];
        return [code(role), time(lasts), time(idle), `${time(notedEvery)} more`];
      }),
    );
  });

  test('times and sizes', () => {
    expect(tableOf('Times and sizes').map((cells) => cells.slice(0, 2))).toEqual(
      Object.entries(limits).map(([name, value]) => [code(name), [value].flat().join(', ')]),
    );
  });

  test('codes of refusals and their statuses', () => {
    expect(tableOf('Requests and answers')).toEqual(
      Object.entries(statusOf).map(([name, status]) => [code(name), `${status}`]),
    );
  });

  test('the base calls are calls', () => {
    const [list = ''] = /base calls: ([^(]*)\(/.exec(sections.get('Other hosts') ?? '') ?? [];
    const named = [...list.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
    expect(named).toHaveLength(18);
    expect(named.filter((name) => !(name in calls))).toEqual([]);
  });
});

/** Comments of several lines as one, so that a reference may go over the end of a line. */
const inOneLine = (text: string) => text.replaceAll(/\s*\n\s*(?:\*(?!\/)|\/\/)?\s*/g, ' ');

/** The headings that a text names as sections of the rules, the reference `docs/rules.md, "A" and "B"`. */
function headingsNamed(text: string): string[] {
  const references = inOneLine(text).matchAll(/docs\/rules\.md,((?:(?:,| and)? "[^"]+")+)/g);
  return [...references].flatMap(([, list = '']) =>
    [...list.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  );
}

/** A reference that names no section would else pass unseen. */
const isWhole = (text: string) => !/docs\/rules\.md,(?! ")/.test(inOneLine(text));

const unknownHeadings = ({ path, text }: SourceFile) => [
  ...headingsNamed(text).flatMap((name) => (sections.has(name) ? [] : [`${path}: "${name}"`])),
  ...(isWhole(text) ? [] : [`${path}: no section`]),
];

/** Words that point at a document which is not here. */
const elsewhere =
  /\b(?:the\sspecification|specification,\ssection|(?:the\s)?design,?\ssections?\s\d|specification's)\b/i;

describe('references', () => {
  const files = [
    ...readSources('contract', 'server', 'src', 'tests', 'scripts', 'design', 'mutation'),
    ...documents.map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') })),
  ].filter(({ path }) => path !== 'tests/structure/rules.test.ts');

  test('every section of the rules that is named is there', () => {
    expect(files.flatMap((file) => headingsNamed(file.text)).length).toBeGreaterThan(90);
    expect(files.flatMap(unknownHeadings)).toEqual([]);
  });

  test('no file points at a document that is not here', () => {
    expect(files.filter(({ text }) => elsewhere.test(inOneLine(text))).map(({ path }) => path)).toEqual([]);
  });

  test.each<[string, string[]]>([
    ['/** As (docs/rules.md, "No such section"). */', ['a.ts: "No such section"']],
    ['/**\n * As (docs/rules.md,\n * "No such section").\n */', ['a.ts: "No such section"']],
    ['// docs/rules.md, "Limits" and "No such section"', ['a.ts: "No such section"']],
    ['// docs/rules.md, section 3', ['a.ts: no section']],
    ['// As (docs/rules.md, "Limits").', []],
  ])('%j is found wanting, or not', (text, wanting) => {
    expect(unknownHeadings({ path: 'a.ts', text })).toEqual(wanting);
  });

  test.each(['as (design, section 7)', 'of the\n * specification', 'the specification, section 2'])(
    '%j points elsewhere',
    (text) => expect(elsewhere.test(inOneLine(text))).toBe(true),
  );

  test('a heading is there once', () => {
    const headings: readonly string[] = document.match(/^#{2,3} .*$/gm) ?? [];
    expect(headings.filter((heading, index) => headings.indexOf(heading) !== index)).toEqual([]);
  });
});
