import { parseSync } from 'vite'
import { placeOf } from './places.mjs'

/** The comment required beside SQL that is put together at run time: why no part of it comes from outside. */
const DECLARED = /\bConstant: \S+ \S+/
/** The comment must be within this many lines above, or on the line itself. */
const LINES_ABOVE = 4

/** Calls whose first argument PostgreSQL reads as a statement. */
const STATEMENTS = ['query', 'execute', 'copyFrom', 'copyTo']

/**
 * Values go to PostgreSQL as parameters: any other text in a statement of the server (`sql.raw`, a template without `sql` before it) must
 * be a literal in the source, or have a comment beside it that says what it is made of.
 * @param {string} path @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkSql(path, text, fault) {
  const place = placeOf(path)
  if (place?.workspace !== 'server' || !place.inside.startsWith('src/') || place.test) return
  if (!/\bsql\.raw\b|\b(?:query|execute|copyFrom|copyTo)\b/.test(text)) return
  const lines = text.split('\n')
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (node.type === 'CallExpression' && isPutTogether(node)) {
      const line = text.slice(0, node.start).split('\n').length
      const beside = lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line).join('\n')
      if (!DECLARED.test(beside))
        fault(line, 'sql', 'puts text into a statement: a parameter, or `Constant: …` beside it')
    }
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value)
  }
  visit(parseSync(path, text).program)
}

/** @param {any} call */
function isPutTogether({ callee, arguments: [first] }) {
  if (!first) return false
  if (callee.object?.name === 'sql' && callee.property?.name === 'raw') return !isWordForWord(first)
  const name = callee.type === 'MemberExpression' ? callee.property.name : callee.name
  if (!STATEMENTS.includes(name)) return false
  const parts = first.type === 'ObjectExpression' ? first.properties.filter((one) => one.key?.name === 'text') : [first]
  return parts.some((one) => isBuilt(one.value?.type ? one.value : one))
}

/** @param {any} node */
const isWordForWord = (node) =>
  node.type === 'Literal' || (node.type === 'TemplateLiteral' && node.expressions.length === 0)

/** Put together from parts in the call itself; a variable may hold a constant. @param {any} node */
const isBuilt = (node) =>
  (node.type === 'TemplateLiteral' && node.expressions.length > 0) || node.type === 'BinaryExpression'
