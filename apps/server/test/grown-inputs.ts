import { zipOf } from './workbook.ts'

/** Text that can be made longer: a beginning, a repeated part, and an end. */
export type Grown = { what: string; of: (times: number) => string }

const grown = (before: string, again: string, behind = ''): Grown => ({
  what: JSON.stringify(`${before}(${again})…${behind}`).slice(0, 60),
  of: (times) => before + again.repeat(times) + behind,
})

const SHEET = '<worksheet><sheetData>'
const ROW = `${SHEET}<row r="1">`

const nested = (open: string, close: string, inside = ''): Grown => ({
  what: JSON.stringify(`(${open})…${inside}(${close})…`).slice(0, 60),
  of: (times) => open.repeat(times) + inside + close.repeat(times),
})

/** Contents of a workbook's XML parts. */
export const XML: readonly Grown[] = [
  grown('<row', ' <row'),
  grown(SHEET, '<row '),
  grown(SHEET, '<row r="1">'),
  grown(SHEET, '<row r="1"/>', '</sheetData></worksheet>'),
  grown(ROW, '<c><v>'),
  grown(ROW, '<c r="A1" t="inlineStr"><is><t>x</t></is></c>', '</row></sheetData></worksheet>'),
  grown(`${ROW}<c><v>`, ' '),
  grown(`${ROW}<c><v>`, '&#1'),
  grown(`${ROW}<c><v>`, '&amp;', '</v></c></row></sheetData></worksheet>'),
  grown(`${ROW}<c `, 'r="A1" '),
  grown(`${ROW}<c `, 'r'),
  grown(`${ROW}<c r="`, 'A'),
  grown(`${ROW}<c r="A1"`, ' '),
  grown('<sst>', '<si><rPh>'),
  grown('<sst><si>', '<rPh><t>'),
  grown('<sst>', '<si><t>x</t></si>', '</sst>'),
  grown('<a>', '<!--'),
  grown('<a>', '<![CDATA['),
  grown('<a>', '<![CDATA[]]>'),
  grown('<a>', ']]>'),
  grown('<a>', '<?x '),
  grown('', '<'),
  grown('', ' '),
  grown('<', 'a:'),
  grown('<workbook><sheets>', '<sheet r:id="rId1"/>', '</sheets></workbook>'),
  grown('<Relationships>', '<Relationship Id="rId1" Target="x"/>', '</Relationships>'),
]

export const workbookWith = (part: string, xml: string): Buffer =>
  zipOf({
    'xl/workbook.xml': '<workbook><sheets><sheet r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet><sheetData/></worksheet>',
    [part]: xml,
  })

export const ARCHIVES: readonly { what: string; of: (times: number) => Buffer }[] = [
  {
    what: 'the mark of the end',
    of: (times) => Buffer.from(`PK\u0003\u0004${'PK\u0005\u0006'.repeat(times)}`, 'latin1'),
  },
  {
    what: 'the mark of an entry',
    of: (times) => Buffer.from(`PK\u0003\u0004${'PK\u0001\u0002'.repeat(times)}`, 'latin1'),
  },
  {
    what: 'many files',
    of: (times) => zipOf(Object.fromEntries(Array.from({ length: Math.ceil(times / 20) }, (_, at) => [`f${at}`, '']))),
  },
  { what: 'a long name', of: (times) => zipOf({ ['a/'.repeat(Math.min(times, 32_000))]: '' }) },
]

export const CSV: readonly Grown[] = [
  grown('', '"'),
  grown('"', '""'),
  grown('', '"",'),
  grown('', 'a"'),
  grown('', ','),
  grown('', '\t'),
  grown('', '\n'),
  grown('', '\r'),
  grown('', '\r\n'),
  grown('"', ' '),
  grown('a', ' ', 'b'),
  grown('', '"a\n'),
  grown('', '账号,姓名\n'),
]

export const HTML: readonly Grown[] = [
  nested('<div>', '</div>', 'x'),
  nested('<svg><a>', '</a></svg>', 'x'),
  grown('', '<'),
  grown('', '<a '),
  grown('', '<!--'),
  grown('', '<![CDATA['),
  grown('', '<div>'),
  grown('', '</div>'),
  grown('', '<p>x</p>\n'),
  grown('', '<img src=//a/b.png>'),
  grown('<img ', 'src '),
  grown('<img src', ' '),
  grown('<a href="', 'java script:'),
  grown('<p style="', 'color:red;', '">x</p>'),
  grown('<p style="', 'color:', '">x</p>'),
  grown('<p style="color:', '(', '">x</p>'),
  grown('<p style="width:', '1', '">x</p>'),
  grown('', '<p style="color:red">x</p>'),
  grown('<p title="', '&quot;', '">x</p>'),
  grown('', '&'),
  grown('', '&#'),
  grown('&#', '1'),
  grown('a', '&#9;', 'b'),
  grown('a', '&nbsp;', 'b'),
  grown('a', ' ', 'b'),
  grown('a', '> '),
  grown('', '<tr>'),
  grown('', '<tr '),
  grown('<tr>', '<td>', '</tr>'),
  grown('<tr><td>', ' ', 'x</td></tr>'),
  grown('<tr><td>x', ' ', 'x</td></tr>'),
  grown('<table>', '<tr><td>a</td></tr>', '</table>'),
  grown('<tr></tr>', '<table>'),
  grown('<tr></tr><table>', '<col>'),
  grown('<tr></tr><table>', ' '),
  grown('<script>', '</'),
  grown('', '<svg><style>'),
  grown('var a=', ' '),
  grown('var a=', '{;'),
  grown('', 'a.'),
]

export const JSON_TEXTS: readonly Grown[] = [
  nested('[', ']'),
  nested('{"a":', '}', '1'),
  grown('', '['),
  grown('', '{"a":'),
  grown('"', '\\"'),
  grown('{"a":"', '\\"'),
  grown('', '"'),
  grown('', '\\'),
  grown('', '1'),
  grown('{"id":', '1', '.}'),
  grown('{"id":', '1', '}'),
  grown('{"id":', '1', 'e1}'),
  grown('[', '1,', '1]'),
  grown('[', '12345678901234567890,', '1]'),
  grown('{"admin_graphql_api_id":"gid://shopify/FulfillmentOrder/', '1', '"}'),
  grown('{"updated_at":"', '2026-', '"}'),
  grown('{"updated_at":"', '(', '"}'),
  grown('[', '"gid://shopify/FulfillmentOrder/1",', '1]'),
  grown('', '-'),
  grown('', ' '),
]
