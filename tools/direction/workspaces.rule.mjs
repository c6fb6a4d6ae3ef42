import { placeOf, targetOf } from './places.mjs'

/** Architecture, section 2: A → B means that A may import B, and nothing else is allowed. */
const MAY_IMPORT = {
  kit: [],
  // Data only: the vendor's published documents.
  'shopify-schemas': [],
  contract: ['kit'],
  'connector-kit': ['kit'],
  'connector-1688': ['connector-kit', 'kit'],
  'connector-shopify': ['connector-kit', 'kit'],
  server: ['contract', 'connector-1688', 'connector-shopify', 'connector-kit', 'kit'],
  console: ['contract', 'kit'],
  collector: ['contract', 'kit'],
  simulator: ['kit', 'shopify-schemas'],
  // Journeys and benches drive the app by URL; tools find the browser for them.
  e2e: ['tools'],
  bench: [
    'contract',
    'connector-1688',
    'connector-shopify',
    'connector-kit',
    'kit',
    'server',
    'simulator',
    'console',
    'tools',
  ],
  tools: [],
}

/**
 * Imports that are allowed in tests only: the delivered connector does not read the vendor's documents, and the server's tests start the
 * programs that the build bundles (decision 0055).
 */
const TESTS_MAY_IMPORT = { 'connector-shopify': ['shopify-schemas'], server: ['tools'] }

/**
 * Folders of e2e that may import more. The conformance tests check the connectors against the simulator; the walk over all screens checks
 * what the console sends against the contract.
 */
const E2E_FOLDERS = [
  { folder: 'e2e/connectors/', mayImport: ['connector-1688', 'connector-shopify', 'connector-kit', 'kit'] },
  { folder: 'e2e/walk/', mayImport: ['contract', 'tools'] },
]

/** Packages that would give a folder a role that it must not have (section 5). */
const NEVER_PACKAGES = {
  kit: [/./, 'kit imports nothing'],
  contract: [/^(node:|react|antd|fastify|pg$|drizzle-orm)/, 'the contract is data: no Node, no React, no database'],
  'connector-kit': [/^(fastify|pg$|drizzle-orm|react)/, 'a connector knows neither our database nor our HTTP'],
  'connector-1688': [/^(fastify|pg$|drizzle-orm|react)/, 'a connector knows neither our database nor our HTTP'],
  'connector-shopify': [/^(fastify|pg$|drizzle-orm|react)/, 'a connector knows neither our database nor our HTTP'],
  console: [/^(node:|fastify|pg$|drizzle-orm|zod$)/, 'the console runs in a browser; schemas stay in the contract'],
  collector: [/./, 'the extension is our own code only: it reads pages on which people are logged in'],
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkWorkspaces(facts, fault) {
  const place = placeOf(facts.path)
  if (!place) return
  const folder = E2E_FOLDERS.find((one) => facts.path.startsWith(one.folder))
  const allowed = [
    ...(folder?.mayImport ?? MAY_IMPORT[place.workspace] ?? []),
    ...((place.test && TESTS_MAY_IMPORT[place.workspace]) || []),
  ]
  // What the build and the tests use does not run in the browser or in the layer itself.
  const source = place.inside.startsWith('src/') && !place.test
  for (const { specifier, line, typeOnly } of facts.imports) {
    const target = targetOf(facts.path, specifier)
    if (target.kind === 'package') {
      const [never, why] = NEVER_PACKAGES[place.workspace] ?? []
      if (source && !typeOnly && never?.test(target.name)) fault(line, 'packages', `imports ${target.name}: ${why}`)
      continue
    }
    const other = target.kind === 'workspace' ? target.name : placeOf(target.path)?.workspace
    if (other === place.workspace) continue
    if (other === undefined || !allowed.includes(other))
      fault(line, 'direction', `${place.workspace} may not import ${other ?? specifier}`)
    else if (target.kind === 'file' && other !== 'tools' && place.workspace !== 'bench')
      fault(line, 'direction', `reaches into ${other} by path; import @huoqiao/${other}`)
  }
}
