import { parseSync } from 'vite'
import { placeOf, roleOf, featureOf } from './places.mjs'

/** What opens the transaction around a use case is no use case. */
const AROUND = ['write', 'transaction']

/**
 * A call has one name (docs/recipes/add-a-call.md): its route binds it to one use case, whose name is the call's.
 * @param {string} path @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkCalls(path, text, fault) {
  const place = placeOf(path)
  if (place?.workspace !== 'server' || !featureOf(place.inside) || roleOf(path) !== 'routes') return
  for (const { call, start, carriedOutBy } of boundCalls(parseSync(path, text).program)) {
    if (carriedOutBy.length === 1 && carriedOutBy[0] === call) continue
    const line = text.slice(0, start).split('\n').length
    fault(
      line,
      'calls',
      `${call} is carried out by ${carriedOutBy.join(', ') || 'the route itself'}: one method, ${call}`,
    )
  }
}

/** @typedef {{ call: string, start: number, carriedOutBy: string[] }} Bound */

/** @param {any} program @returns {Bound[]} */
function boundCalls(program) {
  /** @type {Bound[]} */
  const bound = []
  walk(program, undefined, (node, parent) => {
    if (!/Function/.test(node.type) || !givesRoutes(node, parent)) return
    for (const { key, value, start } of routesIn(node)?.properties ?? [])
      if (key) bound.push({ call: key.name ?? key.value, start, carriedOutBy: calledIn(value) })
  })
  return bound
}

/** By its type, or by its name where the type was forgotten. @param {any} node @param {any} parent */
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
  walk(handler, undefined, ({ type, callee }) => {
    if (type !== 'CallExpression') return
    const isMethod = callee.type === 'MemberExpression'
    const name = isMethod ? callee.property.name : callee.name
    if (!isMethod || !AROUND.includes(name)) names.push(name)
  })
  return names
}

/** @param {any} node @param {any} parent @param {(node: any, parent: any) => void} meet */
function walk(node, parent, meet) {
  if (node === null || typeof node !== 'object') return
  if (Array.isArray(node)) return node.forEach((one) => walk(one, parent, meet))
  if (typeof node.type === 'string') meet(node, parent)
  for (const [key, value] of Object.entries(node)) if (key !== 'parent') walk(value, node, meet)
}
