import { parseSync } from 'vite'

/**
 * What the rules need to know of one source file.
 * @typedef {{ local: string, imported: string | undefined }} Name `imported` undefined: all that the file has
 * @typedef {{ specifier: string, typeOnly: boolean, line: number, names: Name[] }} Import
 * @typedef {{ name: string, variable: string | undefined, line: number }} Table `name`: in the database
 * @typedef {{ name?: string, variable?: string, within?: string, line: number }} Write of a table, by its name or by the variable that
 *   holds it, `within` what was imported whole
 * @typedef {{ path: string, lines: number, imports: Import[], awaits: number[], anys: number[], clocks: number[],
 *   sqlTags: number[], fetches: number[], colours: { text: string, line: number }[], tables: Table[], writes: Write[],
 *   identifiers: { name: string, line: number }[] }} Facts
 */

const COLOUR =
  /(?<![\w&/-])#(?:[0-9a-f]{8}|[0-9a-f]{6}|[0-9a-f]{3,4})(?![\w-])|\b(?:rgba?|hsla?|oklch|oklab|hwb)\(\s*[\d.]/i

/**
 * @param {string} path relative to the root, with forward slashes
 * @param {string} text
 * @returns {Facts}
 */
export function readSource(path, text) {
  const facts = emptyFacts(path, text)
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`)
  const lineOf = lineFinder(text)
  visit(program, undefined, (node, parent) => note(facts, node, parent, lineOf(node.start)))
  return facts
}

/**
 * Style sheets: only their colours matter.
 * @param {string} path @param {string} text @returns {Facts}
 */
export function readStyle(path, text) {
  const facts = emptyFacts(path, text)
  const bare = text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
  bare.split('\n').forEach((content, index) => {
    // An id selector (#root) is no colour: only the text after a property's colon counts.
    const value = content.slice(content.indexOf(':') + 1)
    const found = content.includes(':') ? COLOUR.exec(value) : null
    if (found) facts.colours.push({ text: found[0], line: index + 1 })
  })
  return facts
}

/** @param {string} path @param {string} text @returns {Facts} */
function emptyFacts(path, text) {
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
  return {
    path,
    lines,
    imports: [],
    awaits: [],
    anys: [],
    clocks: [],
    sqlTags: [],
    fetches: [],
    colours: [],
    tables: [],
    writes: [],
    identifiers: [],
  }
}

/** @param {string} text @returns {(offset: number) => number} */
export function lineFinder(text) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Walks everything that looks like a node, so that no kind of syntax hides an import. */
export function visit(node, parent, meet) {
  if (Array.isArray(node)) {
    for (const one of node) visit(one, parent, meet)
    return
  }
  if (node === null || typeof node !== 'object' || typeof node.type !== 'string') return
  meet(node, parent)
  for (const [key, value] of Object.entries(node)) {
    if (key !== 'parent' && typeof value === 'object') visit(value, node, meet)
  }
}

/** @param {Facts} facts */
function note(facts, node, parent, line) {
  switch (node.type) {
    case 'Identifier':
    case 'JSXIdentifier':
      return void facts.identifiers.push({ name: node.name, line })
    case 'ImportDeclaration':
      return void facts.imports.push({
        specifier: node.source.value,
        typeOnly: node.importKind === 'type',
        line,
        names: node.specifiers.map(({ local, imported }) => ({ local: local.name, imported: imported?.name })),
      })
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      if (node.source)
        facts.imports.push({ specifier: node.source.value, typeOnly: node.exportKind === 'type', line, names: [] })
      return
    case 'ImportExpression':
    case 'TSImportType':
      return noteInlineImport(facts, node, line)
    case 'AwaitExpression':
      return void facts.awaits.push(line)
    case 'ForOfStatement':
      if (node.await) facts.awaits.push(line)
      return
    case 'TSAnyKeyword':
      return void facts.anys.push(line)
    case 'TaggedTemplateExpression':
      if (node.tag.name === 'sql') facts.sqlTags.push(line)
      return noteWritten(facts, node.quasi, line)
    case 'CallExpression':
    case 'NewExpression':
      noteTable(facts, node, parent, line)
      return noteCall(facts, node, line)
    case 'Literal':
    case 'TemplateElement':
      noteNamedWrites(facts, node, line)
      return noteColour(facts, node, parent, line)
  }
}

function noteInlineImport(facts, node, line) {
  const source = node.source ?? node.argument?.literal ?? node.argument
  if (typeof source?.value !== 'string') return
  facts.imports.push({ specifier: source.value, typeOnly: node.type === 'TSImportType', line, names: [] })
}

function noteCall(facts, node, line) {
  const { callee } = node
  const name = callee.type === 'MemberExpression' ? `${callee.object.name}.${callee.property.name}` : callee.name
  if (name === 'fetch' || name === 'globalThis.fetch' || name === 'window.fetch') facts.fetches.push(line)
  const clock = ['Date.now', 'performance.now', 'Math.random'].includes(name)
  if (clock || (name === 'Date' && node.arguments.length === 0)) facts.clocks.push(line)
}

const WRITING = ['insert', 'update', 'delete']
const NAMED_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy|update(?=\s+(?:only\s+)?[\w".]+\s+(?:as\s+"?\w+"?\s+|\w+\s+)?set\b))\s+(?:only\s+)?(?:"?\w+"?\.)?"?([a-z_]\w*)"?/gi
const WRITE_OF_WHAT_FOLLOWS =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|update)\s+(?:only\s+)?$/i

/** `role`, `role!`, `role as never`, and `tables.role`. @returns {{ variable: string, within?: string } | undefined} */
function variableIn(node) {
  if (node?.type === 'Identifier') return { variable: node.name }
  if (node?.type === 'TSNonNullExpression' || node?.type === 'TSAsExpression') return variableIn(node.expression)
  if (node?.type === 'MemberExpression' && node.object.type === 'Identifier' && node.property.type === 'Identifier')
    return { variable: node.property.name, within: node.object.name }
  return undefined
}

/** A table that is declared here, or written through Drizzle: `tx.insert(product)`. */
function noteTable(facts, node, parent, line) {
  const { callee } = node
  const [first] = node.arguments
  if (callee.name === 'pgTable' && typeof first?.value === 'string')
    facts.tables.push({ name: first.value, variable: parent?.id?.name, line })
  const isWrite = callee.type === 'MemberExpression' && WRITING.includes(callee.property.name)
  // db/bulk-write.ts takes the table second.
  const written = variableIn(isWrite ? first : callee.name === 'insertRows' ? node.arguments[1] : undefined)
  if (written) facts.writes.push({ ...written, line })
}

/** sql`update ${product} set …` */
function noteWritten(facts, { quasis, expressions }, line) {
  quasis.forEach(({ value }, at) => {
    const next = variableIn(expressions[at])
    if (next && WRITE_OF_WHAT_FOLLOWS.test(value.cooked ?? '')) facts.writes.push({ ...next, line })
  })
}

/** Writes in SQL text, in any string literal or template. */
function noteNamedWrites(facts, node, line) {
  const text = node.type === 'Literal' ? node.value : node.value.cooked
  if (typeof text !== 'string') return
  for (const [, name] of text.matchAll(NAMED_WRITE)) facts.writes.push({ name: name.toLowerCase(), line })
}

function noteColour(facts, node, parent, line) {
  const text = node.type === 'Literal' ? node.value : node.value.cooked
  if (typeof text !== 'string' || parent?.type === 'ImportDeclaration') return
  const found = COLOUR.exec(text)
  if (found) facts.colours.push({ text: found[0], line })
}
