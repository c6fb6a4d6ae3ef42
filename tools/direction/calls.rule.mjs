import { parseSync } from 'vite'
import { featureOf, placeOf, roleOf } from './places.mjs'
import { lineFinder, visit } from './read.mjs'

/** Methods that open the transaction around a use case; they do not count as the use case. */
const AROUND = ['write', 'transaction']
/** Functions of the console that make a call; their first argument is the call's name. */
const MAKING = ['useRead', 'useReads', 'useAct', 'useStream', 'call']

/**
 * A call has one name (decision 0040): its route binds it to one use case, whose name is the call's, and an exported hook that makes
 * this call alone is named for it.
 * @param {string} path @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkCalls(path, text, fault) {
  const place = placeOf(path)
  if (!place?.inside.startsWith('src/') || place.test) return
  const lineOf = lineFinder(text)
  const faultAt = (start, words) => fault(lineOf(start), 'calls', words)
  if (place.workspace === 'server' && featureOf(place.inside) && roleOf(path) === 'routes')
    checkRoutes(parseSync(path, text).program, faultAt)
  if (place.workspace === 'console' && /\bexport (?:function|const) use[A-Z]/.test(text))
    checkHooks(parseSync(path, text).program, faultAt)
}

/** @param {any} program @param {(start: number, words: string) => void} fault */
function checkRoutes(program, fault) {
  for (const { call, start, carriedOutBy } of boundCalls(program)) {
    if (carriedOutBy.length === 1 && carriedOutBy[0] === call) continue
    fault(start, `${call} is carried out by ${carriedOutBy.join(', ') || 'the route itself'}: one method, ${call}`)
  }
}

/** @param {any} program @param {(start: number, words: string) => void} fault */
function checkHooks(program, fault) {
  for (const { hook, start, calls } of exportedHooks(program)) {
    const [call] = calls
    if (calls.length !== 1 || call === undefined) continue
    const name = `use${call[0].toUpperCase()}${call.slice(1)}`
    if (hook !== name) fault(start, `${hook} makes the call ${call} alone: ${name}`)
  }
}

/** @typedef {{ hook: string, start: number, calls: (string | undefined)[] }} Hook `calls`: each once, undefined one that it is given */

/** @param {any} program @returns {Hook[]} */
function exportedHooks(program) {
  return program.body.flatMap(({ type, declaration, start }) => {
    if (type !== 'ExportNamedDeclaration' || !declaration) return []
    const declared = declaration.type === 'FunctionDeclaration' ? [declaration] : (declaration.declarations ?? [])
    return declared
      .filter(({ id }) => /^use[A-Z]/.test(id.name ?? ''))
      .map((one) => ({ hook: one.id.name, start, calls: [...new Set(madeIn(one))] }))
  })
}

/** @param {any} hook @returns {(string | undefined)[]} */
function madeIn(hook) {
  /** @type {(string | undefined)[]} */
  const names = []
  visit(hook, undefined, ({ type, callee, arguments: given }) => {
    if (type === 'CallExpression' && MAKING.includes(callee.name)) names.push(given[0]?.value)
  })
  return names
}

/** @typedef {{ call: string, start: number, carriedOutBy: string[] }} Bound */

/** @param {any} program @returns {Bound[]} */
function boundCalls(program) {
  /** @type {Bound[]} */
  const bound = []
  visit(program, undefined, (node, parent) => {
    if (!/Function/.test(node.type) || !givesRoutes(node, parent)) return
    for (const { key, value, start } of routesIn(node)?.properties ?? [])
      if (key) bound.push({ call: key.name ?? key.value, start, carriedOutBy: calledIn(value) })
  })
  return bound
}

/** Recognised by its return type, or by its name if that type is missing. @param {any} node @param {any} parent */
const givesRoutes = (node, parent) =>
  node.returnType?.typeAnnotation?.typeName?.name === 'RoutesOf' || (node.id ?? parent?.id)?.name?.endsWith('Routes')

/** The object that a function returns. @param {any} node @returns {any} */
function routesIn({ body }) {
  let given = body?.type === 'BlockStatement' ? body.body.find((one) => one.type === 'ReturnStatement')?.argument : body
  while (given?.type === 'ParenthesizedExpression') given = given.expression
  return given?.type === 'ObjectExpression' ? given : undefined
}

/** @param {any} handler @returns {string[]} */
function calledIn(handler) {
  /** @type {string[]} */
  const names = []
  visit(handler, undefined, ({ type, callee }) => {
    if (type !== 'CallExpression') return
    const isMethod = callee.type === 'MemberExpression'
    const name = isMethod ? callee.property.name : callee.name
    if (!isMethod || !AROUND.includes(name)) names.push(name)
  })
  return names
}
