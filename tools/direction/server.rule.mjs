import { featureOf, placeOf, roleOf, targetOf } from './places.mjs'

/** main → compose → features → acts → http, jobs → db → platform (section 2): each layer may import itself and the layers below. */
const LAYERS = { main: 7, compose: 6, doctor: 6, features: 5, acts: 4, http: 3, jobs: 3, db: 2, platform: 1 }
/** Files beside main.ts belong to the compose layer, except these. */
const LOOSE = { 'main.ts': 'main', 'env.ts': 'platform', 'define-feature.ts': 'acts' }

const SQL_PACKAGES = ['drizzle-orm', 'pg']
const CONNECTORS = ['connector-1688', 'connector-shopify', 'connector-kit']

/**
 * What each role may not use (section 5). `layers` and `roles` are our own files, `own` roles of the file's own feature. Type-only imports
 * do not exist at run time, so they are allowed except where even the types of a library are forbidden (`types: false`).
 */
const ROLES = {
  rules: {
    packages: [...SQL_PACKAGES, 'fastify'],
    layers: ['db', 'jobs', 'http'],
    roles: ['store', 'service', 'jobs', 'routes'],
    files: ['platform/clock'],
    connectors: true,
    still: true,
  },
  view: {
    packages: [...SQL_PACKAGES, 'fastify'],
    layers: ['jobs', 'http'],
    roles: ['store', 'service', 'jobs', 'routes'],
    still: true,
  },
  mapping: {
    packages: [...SQL_PACKAGES, 'fastify'],
    layers: ['jobs', 'http'],
    roles: ['store', 'service', 'jobs', 'routes'],
    still: true,
  },
  routes: { packages: SQL_PACKAGES, layers: ['db'], roles: ['store', 'tables'], connectors: true, sql: true },
  service: { packages: [...SQL_PACKAGES, 'fastify'], layers: ['http'], roles: ['routes'], sql: true, types: false },
  store: { packages: ['fastify'], layers: ['http'], roles: ['routes', 'service'], connectors: true, foreign: true },
  jobs: {
    packages: [...SQL_PACKAGES, 'fastify'],
    layers: ['http'],
    roles: ['store', 'tables', 'routes'],
    connectors: true,
    sql: true,
  },
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {readonly string[]} features in rank order
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkServer(facts, features, fault) {
  const place = placeOf(facts.path)
  if (place?.workspace !== 'server' || !place.inside.startsWith('src/') || place.test) return
  const feature = featureOf(place.inside)
  if (feature && !features.includes(feature))
    fault(1, 'feature', `${feature} has no rank in packages/contract/src/features.ts`)
  for (const one of facts.imports) {
    const target = targetOf(facts.path, one.specifier)
    const inside = target.kind === 'file' ? placeOf(target.path)?.inside : undefined
    if (!inside?.startsWith('src/')) continue
    checkLayer(place.inside, inside, one, fault)
    const other = featureOf(inside)
    if (feature && other && other !== feature)
      checkApi({ feature, other, from: place.inside, inside, one }, features, fault)
  }
  const role = feature ? roleOf(facts.path) : undefined
  if (role && ROLES[role]) checkRole(facts, feature, role, fault)
}

/** @param {string} inside @returns {string | undefined} */
function layerOf(inside) {
  const rest = inside.slice('src/'.length)
  const [folder, within] = rest.split('/')
  if (within === undefined) return LOOSE[rest] ?? 'compose'
  return folder in LAYERS ? folder : undefined
}

function checkLayer(from, to, { line }, fault) {
  const [lower, upper] = [layerOf(from), layerOf(to)]
  if (!lower) fault(line, 'layer', `${from} stands in no layer of the server`)
  else if (!upper) fault(line, 'layer', `imports ${to}, which stands in no layer of the server`)
  else if (LAYERS[upper] > LAYERS[lower]) fault(line, 'layer', `${lower} may not import ${upper}`)
}

function checkApi({ feature, other, from, inside, one }, features, fault) {
  if (!mayJoin(from, inside) && !/^src\/features\/[^/]+\/index\.ts$/.test(inside))
    fault(one.line, 'api', `reaches past the API of ${other}: import its index.ts`)
  if (features.indexOf(other) >= features.indexOf(feature))
    fault(one.line, 'rank', `${feature} comes before ${other}, so it may not import it; send an event instead`)
}

/** Decision 0003: foreign keys and reading joins may use the tables of earlier features. */
function mayJoin(from, inside) {
  return ['tables', 'store'].includes(roleOf(from)) && roleOf(inside) === 'tables'
}

/** @param {import('./read.mjs').Facts} facts */
function checkRole(facts, feature, role, fault) {
  const rule = ROLES[role]
  const say = (line, text) => fault(line, 'room', `*.${role} ${text}`)
  for (const { specifier, typeOnly, line } of facts.imports) {
    const target = targetOf(facts.path, specifier)
    if (target.kind === 'package') {
      if (rule.packages.includes(target.name) && (!typeOnly || rule.types === false))
        say(line, `may not import ${target.name}`)
      continue
    }
    if (typeOnly) continue
    if (target.kind === 'workspace') {
      if (rule.connectors && CONNECTORS.includes(target.name)) say(line, `may not import ${target.name}`)
      continue
    }
    const inside = placeOf(target.path)?.inside ?? ''
    const layer = inside.split('/')[1]
    const otherRole = roleOf(target.path)
    if (rule.layers.includes(layer)) say(line, `may not import ${layer}/`)
    if (featureOf(inside) && rule.roles.includes(otherRole)) say(line, `may not import *.${otherRole}`)
    if (rule.files?.some((file) => inside.startsWith(`src/${file}`))) say(line, `may not import ${inside}`)
    const foreign = featureOf(inside) !== undefined && featureOf(inside) !== feature
    if (rule.foreign && foreign && !mayJoin(facts.path, inside)) say(line, `may not touch ${featureOf(inside)}`)
  }
  if (rule.still) for (const line of facts.awaits) say(line, 'may not await')
  if (role === 'rules') for (const line of facts.clocks) say(line, 'may not read the clock or chance')
  if (rule.sql) for (const line of facts.sqlTags) say(line, 'may not hold SQL')
}
