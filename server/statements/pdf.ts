import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PDFDocument from 'pdfkit';
import { figureLabels } from '../../contract/chart';
import { entryKindNames } from '../../contract/entry-names';
import {
  currencyLines,
  currencyNote,
  entriesTitle,
  periodName,
  statementNotes,
} from '../../contract/statement-text';
import type { Statement, StatementLine } from '../../contract/statements';
import { shownDollars } from '../money';
import { codePointsOf, printable } from './letters';

/** Whose statement it is, as they are called today; nothing of it is stored with the statement. */
export interface Printed {
  brand: string;
  name: string;
  email: string;
}

const folder = join(import.meta.dirname, 'fonts');
/** Latin, Greek, Cyrillic and Vietnamese letters, the same in both. */
const fonts = {
  regular: readFileSync(join(folder, 'Inter-Regular.ttf')),
  bold: readFileSync(join(folder, 'Inter-SemiBold.ttf')),
};
const letters = codePointsOf(fonts.regular);

/** Points. A4, upright. */
const page = { width: 595.28, height: 841.89, side: 48, top: 52, foot: 92 };
const inner = page.width - 2 * page.side;
const ink = '#1b1f24';
const grey = '#586069';
const rule = '#d0d5db';

/** Rows after which other requests get their turn. */
const rowsAtOnce = 40;

const labels = figureLabels(({ label }) => label);
/** A minus that fonts have at the width of digits. */
const amount = (dollars: number) => shownDollars(dollars).replace('-', '\u2212');
const day = (moment: string) => moment.slice(0, 10);
const minute = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)}`;

interface Column {
  title: string;
  width: number;
  /** On one line, in smaller letters where these have no room: an amount in two parts would be read as another one. */
  align?: 'right';
}

const cellSize = 8.5;
/** Points between columns. */
const columnGap = 6;
/** Digits of one width stand below one another. */
const onRight: PDFKit.Mixins.TextOptions = { features: ['tnum'], lineBreak: false };

type Document = InstanceType<typeof PDFDocument>;
type Element = ReturnType<Document['struct']>;

/** A statement as a tagged PDF document of selectable text; the same statement and person give the same bytes. */
export async function printStatement(statement: Statement, printed: Printed): Promise<Buffer> {
  const title = `Statement ${periodName(statement._id)}`;
  const doc = new PDFDocument({
    size: [page.width, page.height],
    margins: { top: page.top, bottom: page.foot, left: page.side, right: page.side },
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: printed.brand,
      Creator: printed.brand,
      Producer: printed.brand,
      CreationDate: new Date(statement.stored?.at ?? `${statement.to}T00:00:00Z`),
    },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk));
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  doc.registerFont('regular', fonts.regular);
  doc.registerFont('bold', fonts.bold);
  const root = doc.struct('Document');
  doc.addStructure(root);
  const writer = createWriter(doc, root);

  writer.text('P', printable(printed.brand, letters, 'Name'), { font: 'bold', size: 11, colour: grey });
  writer.text('H1', title, { font: 'bold', size: 20, gap: 4 });
  writer.text('P', printable(printed.name, letters, 'Name'), { gap: 8 });
  writer.text('P', printable(printed.email, letters, 'Email'));
  writer.text('P', `Account ${statement.userId}`, { colour: grey });
  writer.text('P', `${statement.from} to ${statement.to}, days and times of UTC. Amounts in US dollars.`, {
    colour: grey,
  });
  for (const note of statementNotes(statement)) writer.text('P', note, { font: 'bold', gap: 6 });
  await writer.table(
    'Figures',
    [
      { title: 'Figure', width: 99 },
      ...['Opening', 'Deposits', 'Withdrawals', 'Posted', 'Closing'].map(
        (name): Column => ({ title: name, width: 80, align: 'right' }),
      ),
    ],
    statement.lines.filter(isOfUse).map(figureRow),
  );
  writer.text(
    'P',
    'Opening + deposits + withdrawals + posted = closing. Posted is what the operator has posted: results of plans, and corrections.',
    { colour: grey, size: 8, gap: 4 },
  );
  if (statement.months.length > 0) {
    const currencies = currencyLines(statement.lines);
    await writer.table(
      'By currency',
      [
        { title: 'Currency', width: 99 },
        ...['Deposits', 'Withdrawals', 'Posted'].map(
          (name): Column => ({ title: name, width: 80, align: 'right' }),
        ),
      ],
      currencies.map(({ name, line: { deposits, withdrawals, adjustments } }) => [
        name,
        ...[deposits, withdrawals, adjustments].map(amount),
      ]),
    );
    if (currencies.length > 0) writer.text('P', currencyNote, { colour: grey, size: 8, gap: 4 });
    await writer.table(
      'Balance by month',
      [
        { title: 'Month', width: 99 },
        ...['Opening', 'Deposits', 'Withdrawals', 'Posted', 'Closing'].map(
          (name): Column => ({ title: name, width: 80, align: 'right' }),
        ),
      ],
      statement.months.flatMap(({ _id, lines }) => {
        const line = lines.find(({ field }) => field === 'balance');
        return line ? [[periodName(_id), ...figureRow(line).slice(1)]] : [];
      }),
    );
  }
  if (statement.items.length > 0) {
    await writer.table(
      entriesTitle(statement),
      [
        { title: 'Time', width: 96 },
        { title: 'Entry', width: 238 },
        { title: 'Figure', width: 75 },
        { title: 'Amount', width: 90, align: 'right' },
      ],
      statement.items.flatMap(({ at, kind, reason, corrects, changes }) => {
        const what = [
          entryKindNames[kind],
          ...(corrects ? [`corrects ${periodName(corrects)}`] : []),
          ...(reason ? [printable(reason, letters, 'Reason')] : []),
        ].join('; ');
        return changes.map(({ field, amount: changed }, index) => [
          ...(index === 0 ? [minute(at), what] : ['', '']),
          labels[field],
          amount(changed),
        ]);
      }),
    );
  }
  if (statement.items.length === 0 && statement.months.length === 0) {
    writer.text('P', 'No entry in this period.', { gap: 14 });
  }
  if (statement.stored?.checkpoint) {
    writer.text('H2', 'Checkpoint of the sealed history', { font: 'bold', size: 12, gap: 16 });
    writer.text('P', statement.stored.checkpoint.trim(), { size: 7.5, colour: grey, gap: 4 });
  }
  writeFeet(doc, footOf(statement));
  root.end();
  doc.end();
  return done;
}

const isOfUse = ({ opening, deposits, withdrawals, adjustments, closing }: StatementLine) =>
  [opening, deposits, withdrawals, adjustments, closing].some((value) => value !== 0);

const figureRow = ({ field, opening, deposits, withdrawals, adjustments, closing }: StatementLine) => [
  labels[field],
  ...[opening, deposits, withdrawals, adjustments, closing].map(amount),
];

function footOf({ stored }: Statement): string[] {
  if (!stored) return ['Preliminary'];
  return [
    `Stored ${day(stored.at)}. Statement ${stored.hash}`,
    stored.previous === null ? 'The first statement of the account.' : `Follows ${stored.previous}`,
    ...(stored.checkpoint === null ? [] : [`Checkpoint ${checkpointLine(stored.checkpoint)}`]),
  ];
}

/** Whose history it is of, how long it was and what its root was: the first lines of the note, without the signature. */
const checkpointLine = (note: string) => note.split('\n').slice(0, 3).join(' ');

interface TextStyle {
  font?: 'regular' | 'bold';
  size?: number;
  colour?: string;
  /** Points above it. */
  gap?: number;
}

function createWriter(doc: Document, root: Element) {
  const bottom = page.height - page.foot;

  function text(tag: 'P' | 'H1' | 'H2', words: string, style: TextStyle = {}): void {
    const { font = 'regular', size = 9.5, colour = ink, gap = 0 } = style;
    const element = doc.struct(tag, {}, () => {
      doc
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(words, page.side, doc.y + gap, { width: inner });
    });
    root.add(element);
    element.end();
  }

  /** One line that ends at `right`, on the line of what is beside it whatever its size. */
  function writeOnRight(words: string, right: number, top: number, room: number): void {
    const full = doc.currentLineHeight();
    const wanted = doc.widthOfString(words, onRight);
    doc.fontSize(cellSize * Math.min(1, room / wanted));
    const width = doc.widthOfString(words, onRight);
    doc.text(words, right - width, top + full - doc.currentLineHeight(), onRight);
  }

  /** One row of a table. */
  function row(table: Element, tag: 'TH' | 'TD', columns: readonly Column[], cells: readonly string[]): void {
    const font = tag === 'TH' ? 'bold' : 'regular';
    doc.font(font).fontSize(cellSize);
    const height = Math.max(
      ...columns.map(({ width, align }, index) =>
        align
          ? doc.currentLineHeight(true)
          : doc.heightOfString(cells[index] || ' ', { width: width - columnGap }),
      ),
    );
    if (doc.y + height + 6 > bottom) doc.addPage();
    const top = doc.y;
    const line = doc.struct('TR');
    table.add(line);
    let left = page.side;
    for (const [index, { width, align }] of columns.entries()) {
      const words = cells[index] ?? '';
      const x = left;
      const cell = doc.struct(tag, {}, () => {
        doc
          .font(font)
          .fontSize(cellSize)
          .fillColor(tag === 'TH' ? grey : ink);
        if (align) writeOnRight(words, x + width, top + 3, width - columnGap);
        else doc.text(words, x, top + 3, { width: width - columnGap });
      });
      line.add(cell);
      cell.end();
      left += width;
    }
    line.end();
    doc.markContent('Artifact', { type: 'Layout' });
    const under = top + height + 6;
    doc
      .moveTo(page.side, under)
      .lineTo(page.side + inner, under)
      .lineWidth(0.5)
      .strokeColor(rule)
      .stroke();
    doc.endMarkedContent();
    doc.y = under;
  }

  return {
    text,
    async table(title: string, columns: readonly Column[], rows: readonly (readonly string[])[]) {
      if (rows.length === 0) return;
      if (doc.y + 90 > bottom) doc.addPage();
      text('H2', title, { font: 'bold', size: 12, gap: 16 });
      doc.y += 2;
      const table = doc.struct('Table');
      root.add(table);
      const titles = columns.map((column) => column.title);
      row(table, 'TH', columns, titles);
      for (const [index, cells] of rows.entries()) {
        row(table, 'TD', columns, cells);
        if (index % rowsAtOnce === rowsAtOnce - 1) await new Promise((resolve) => setImmediate(resolve));
      }
      table.end();
    },
  };
}

/** The foot of each page, which readers of the text skip. */
function writeFeet(doc: Document, lines: readonly string[]): void {
  const { start, count } = doc.bufferedPageRange();
  for (let index = start; index < start + count; index += 1) {
    doc.switchToPage(index);
    // Text below the margin would begin another page.
    doc.page.margins.bottom = 0;
    const words = [...lines, `Page ${index + 1 - start} of ${count}`];
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    for (const [row, line] of words.entries()) {
      doc
        .font('regular')
        .fontSize(7)
        .fillColor(grey)
        .text(line, page.side, page.height - page.foot + 30 + row * 11, { width: inner, lineBreak: false });
    }
    doc.endMarkedContent();
  }
}
