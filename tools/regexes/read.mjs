import { parseSync } from 'vite'

/**
 * The comment required beside an expression that the check does not find linear: why the text is short, or why it is linear all the same.
 */
const DECLARED = /\bBounded: \S+ \S+/
/** The comment must be within this many lines above, or on the line itself. */
const LINES_ABOVE = 4

/**
 * Every regular expression in a source, and every call that creates one.
 * @param {string} path @param {string} text
 * @returns {{ line: number, source: string | undefined, flags: string, shown: string, isDeclared: boolean }[]}
 */
export function expressionsIn(path, text) {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lines = text.split('\n')
  /** @type {ReturnType<typeof expressionsIn>} */
  const found = []
  /** @param {number} start @param {string | undefined} source @param {string} flags @param {string} shown */
  const keep = (start, source, flags, shown) => {
    const line = text.slice(0, start).split('\n').length
    const beside = lines.slice(Math.max(0, line - 1 - LINES_ABOVE), line).join('\n')
    found.push({ line, source, flags, shown, isDeclared: DECLARED.test(beside) })
  }
  /** @param {any} node */
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (node.type === 'Literal' && node.regex)
      return keep(node.start, node.regex.pattern, node.regex.flags, `/${node.regex.pattern}/${node.regex.flags}`)
    if (node.type === 'NewExpression' && node.callee?.name === 'RegExp')
      keep(node.start, undefined, '', text.slice(node.start, node.end).slice(0, 80))
    for (const [key, value] of Object.entries(node)) if (key !== 'parent') visit(value)
  }
  visit(program)
  return found
}
