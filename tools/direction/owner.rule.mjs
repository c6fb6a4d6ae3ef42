import { featureOf, placeOf, targetOf } from './places.mjs'

/**
 * Only a table's own feature writes it. Other features may read it (decision 0003), call the feature to write, or listen to its events; so
 * the owner's rules about a row cannot be bypassed.
 * @typedef {{ byName: Map<string, string>, byVariable: Map<string, string> }} Owners features by a table's name, and by `file#variable`,
 *   where the file may be the feature's API
 */

/** @param {string} path @returns {string | undefined} the feature that a file of the server belongs to, or its layer */
function roomOf(path) {
  const place = placeOf(path)
  if (place?.workspace !== 'server' || !place.inside.startsWith('src/') || place.test) return undefined
  return featureOf(place.inside) ?? place.inside.split('/')[1]
}

/** @param {readonly import('./read.mjs').Facts[]} sources @returns {Owners} */
export function ownersOf(sources) {
  const owners = { byName: new Map(), byVariable: new Map() }
  for (const { path, tables } of sources) {
    const room = roomOf(path)
    if (room === undefined) continue
    for (const { name, variable } of tables) {
      owners.byName.set(name, room)
      if (!variable) continue
      owners.byVariable.set(`${path}#${variable}`, room)
      owners.byVariable.set(`apps/server/src/features/${room}/index.ts#${variable}`, room)
    }
  }
  return owners
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {Owners} owners
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkOwner(facts, owners, fault) {
  const room = roomOf(facts.path)
  // Tests create the rows they need; *.testing.ts files belong to tests.
  if (room === undefined || facts.path.endsWith('.testing.ts')) return
  for (const write of facts.writes) {
    const { name, variable, line } = write
    const owner = name === undefined ? ownerOfVariable(facts, write, owners) : owners.byName.get(name)
    if (owner !== undefined && owner !== room) fault(line, 'owner', `writes ${name ?? variable}, a table of ${owner}`)
  }
}

function ownerOfVariable({ path, imports }, { variable, within }, { byVariable }) {
  for (const { specifier, names } of imports) {
    const name = names.find(({ local }) => local === (within ?? variable))
    if (!name) continue
    const target = targetOf(path, specifier)
    return target.kind === 'file' ? byVariable.get(`${target.path}#${within ? variable : name.imported}`) : undefined
  }
  return undefined
}
