import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { filesUnder, ROOT } from './build/sources.mjs'
import { say } from './say.mjs'

/**
 * `npm run calls` writes docs/call-index.md: each call of the contract with the function that carries it out, the screens that make it and
 * the tests that name it. `--check` only checks whether the file is current, and exits with 1 if it is not.
 */
const INDEX = 'docs/call-index.md'
const TESTS_SHOWN = 3

const sources = new Map()
for (const folder of ['packages/contract/src', 'apps/server/src', 'apps/server/test', 'apps/console/src', 'e2e'])
  for (const file of await filesUnder(join(ROOT, folder)))
    if (/\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
      sources.set(relative(ROOT, file).split(sep).join('/'), readFileSync(file, 'utf8'))

const paths = [...sources.keys()].sort((a, b) => (a < b ? -1 : 1))
const isTest = (path) => /\.test\.tsx?$/.test(path) || path.startsWith('e2e/') || path.startsWith('apps/server/test/')

/** Calls by feature, in the order of the contract: a record of an endpoints file begins at two spaces and has its title. */
function callsOfContract() {
  const byFeature = new Map()
  for (const path of paths.filter((one) => one.endsWith('.endpoints.ts'))) {
    const text = sources.get(path)
    const feature = path.split('/')[3]
    for (const [, name, title] of text.matchAll(/^ {2}(\w+): (?:\w+\()?\{\n(?:(?! {2}\}).*\n)*?\s+title: '([^']+)'/gm))
      byFeature.set(feature, [...(byFeature.get(feature) ?? []), { name, title }])
  }
  return byFeature
}

/** `service.queryRoles` of `queryRoles: (_call, input) => service.queryRoles(db.handle, input)`, with the file of the routes. */
function carriedOut(name) {
  for (const [path, text] of sources) {
    if (!path.endsWith('.routes.ts')) continue
    const found = new RegExp(`^ +(?:async )?${name}(?::|\\()((?:.*\\n){1,4})`, 'm').exec(text)
    if (!found) continue
    const callee = [...found[1].matchAll(/\b((?:\w+\.)+\w+)\(/g)]
      .map(([, callee]) => callee)
      .find((callee) => !/^(call\.write|db\.transaction)$/.test(callee))
    return callee === undefined ? basename(path) : `\`${callee}\` (${basename(path)})`
  }
  return ''
}

const naming = (name, isWanted) => {
  const quoted = new RegExp(`'${name}'`)
  return paths.filter((path) => isWanted(path) && quoted.test(sources.get(path)))
}

function rowOf({ name, title }) {
  const screens = naming(name, (path) => path.startsWith('apps/console/src/') && !isTest(path))
  const tests = naming(name, (path) => isTest(path) && !path.startsWith('packages/'))
  const shown = tests.slice(0, TESTS_SHOWN).map((path) => basename(path))
  if (tests.length > TESTS_SHOWN) shown.push('…')
  const cells = [
    `\`${name}\``,
    title,
    carriedOut(name),
    screens.map((path) => basename(path)).join(', '),
    shown.join(', '),
  ]
  return `| ${cells.join(' | ')} |`
}

const sections = [...callsOfContract()].map(([feature, calls]) =>
  [
    `## ${feature}`,
    '',
    '| call | what | carried out by | screens | tests |',
    '| --- | --- | --- | --- | --- |',
    ...calls.map(rowOf),
  ].join('\n'),
)
const written = [
  '# Each call, where it is carried out, shown and tested',
  '',
  'Written by `npm run calls`; a test holds it. What all calls have in common: [calls.md](calls.md).',
  '',
  sections.join('\n\n'),
  '',
].join('\n')

if (process.argv.includes('--check')) {
  if (readFileSync(join(ROOT, INDEX), 'utf8') !== written) {
    say(`${INDEX} 不是最新的，请运行 npm run calls`)
    process.exit(1)
  }
} else {
  writeFileSync(join(ROOT, INDEX), written)
  say(`${INDEX}: ${[...callsOfContract().values()].flat().length}`)
}
