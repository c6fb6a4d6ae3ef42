import { posix } from 'node:path'

/**
 * The place of a file in the app (docs/architecture.md).
 * @typedef {{ path: string, workspace: string, inside: string, test: boolean }} Place
 */

const WORKSPACES = ['packages', 'apps']

/** @param {string} path @returns {Place | undefined} undefined outside every workspace */
export function placeOf(path) {
  const [first, second] = path.split('/')
  const test = /\.(test|e2e)\.tsx?$/.test(path) || /^(apps|packages)\/[^/]+\/test\//.test(path)
  if (WORKSPACES.includes(first)) return { path, workspace: second, inside: path.split('/').slice(2).join('/'), test }
  if (['e2e', 'bench', 'tools'].includes(first))
    return { path, workspace: first, inside: path.slice(first.length + 1), test }
  return undefined
}

/**
 * The target of an import: a file of ours (`path`), a workspace of ours by name, or a package from npm or Node.
 * @param {string} from path of the importing file
 * @param {string} specifier
 * @returns {{ kind: 'file', path: string } | { kind: 'workspace', name: string } | { kind: 'package', name: string }}
 */
export function targetOf(from, specifier) {
  if (specifier.startsWith('.'))
    return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(from), specifier)) }
  const [first, second] = specifier.split('/')
  if (first === '@huoqiao') return { kind: 'workspace', name: second }
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${second}` : first }
}

/**
 * `orders` for apps/server/src/features/orders/…, in any app.
 * @param {string} inside @returns {string | undefined}
 */
export function featureOf(inside) {
  return /^src\/features\/([^/]+)\//.exec(inside)?.[1]
}

/** The role in `noun.role.ts`. @param {string} path @returns {string | undefined} */
export function roleOf(path) {
  return /\.([a-z-]+)\.tsx?$/.exec(path)?.[1]
}
