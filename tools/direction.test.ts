import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const TOOL = fileURLToPath(new URL('./direction.mjs', import.meta.url))
const server = 'apps/server/src'

function lockOf(packages: Record<string, object>): string {
  return JSON.stringify({
    packages: { 'node_modules/tool': { optionalDependencies: { 'tool-linux': '1.0.0' } }, ...packages },
  })
}

/** Files without faults, including code that looks forbidden and is not. */
const GOOD: Record<string, string> = {
  'packages/contract/src/features.ts': `export const FEATURES = ['access', 'orders', 'purchases'] as const\n`,
  'package-lock.json': lockOf({ 'node_modules/tool-linux': { version: '1.0.0', optional: true } }),
  'packages/kit/src/money.ts': 'export const cent = 1\n',
  'packages/contract/src/orders.ts': `import { cent } from '@huoqiao/kit/money'\nexport const o = cent\n`,
  'packages/contract/src/orders/orders.fields.ts': `export const ORDER_FIELDS = { number: { label: '订单号' }, note: { label: '备注' } } satisfies object\n`,
  'packages/contract/src/access/access.fields.ts': `export const ROLE_FIELDS = { name: { label: '角色' } } satisfies object\n`,
  'apps/console/src/features/orders/order.columns.tsx': `import { ORDER_FIELDS } from '@huoqiao/contract/orders/orders.fields'\nexport const c = [{ title: ORDER_FIELDS.number.label }, { title: '角色' }, { title: '', label: '备注', value: 'note' }]\n`,
  'packages/connector-1688/src/index.ts': `import '@huoqiao/connector-kit'\nimport '@huoqiao/kit'\n`,
  'packages/connector-shopify/test/schema.test.ts': `import '@huoqiao/shopify-schemas'\n`,
  'apps/simulator/src/main.ts': `import '@huoqiao/kit'\nimport '@huoqiao/shopify-schemas'\nimport 'fastify'\n`,
  [`${server}/main.ts`]: `import './compose.ts'\nimport './db/db.ts'\n`,
  [`${server}/compose.ts`]: `import './features/orders/index.ts'\nimport './http/app.ts'\n`,
  [`${server}/http/app.ts`]: `import 'fastify'\nimport '../platform/log.ts'\n`,
  [`${server}/platform/log.ts`]: `export const now = () => Date.now()\n`,
  [`${server}/db/db.ts`]: `import 'pg'\n`,
  [`${server}/features/access/index.ts`]: `export * from './access.service.ts'\n`,
  [`${server}/features/access/access.service.ts`]: `import type { Db } from '../../db/db.ts'\nexport type A = Db\n`,
  [`${server}/features/access/access.tables.ts`]: `import { pgTable } from 'drizzle-orm/pg-core'\nexport const role = pgTable('access_role', {})\n`,
  [`${server}/features/access/access.store.ts`]: `import { role } from './access.tables.ts'\nexport const f = (tx) => tx.insert(role)\nexport const t = 'delete from access_role'\n`,
  [`${server}/features/orders/reading.store.ts`]: `import { role } from '../access/access.tables.ts'\nexport const f = (tx) => tx.select().from(role).for('update')\nexport const t = 'select 1 from access_role for update'\n`,
  [`${server}/features/orders/index.ts`]: `export * from './orders.service.ts'\n`,
  [`${server}/features/orders/orders.tables.ts`]: `import '../access/access.tables.ts'\n`,
  [`${server}/features/orders/earlier.store.ts`]: `import '../access/access.tables.ts'\n`,
  [`${server}/features/orders/orders.store.ts`]: `import { sql } from 'drizzle-orm'\nexport const q = sql\`select 1\`\n`,
  [`${server}/features/orders/raw.store.ts`]: `import { sql } from 'drizzle-orm'\nexport const a = sql.raw('true')\nexport const b = (tx, id) => tx.execute(sql\`select \${id}\`)\n// Constant: a number.\nexport const c = (n) => sql.raw(String(n))\n`,
  [`${server}/features/orders/orders.service.ts`]: `import '../access/index.ts'\nimport './orders.store.ts'\nimport '@huoqiao/connector-1688'\n`,
  [`${server}/features/orders/orders.rules.ts`]: `import type { Row } from './orders.store.ts'\nexport type R = Row\nexport const day = new Date(0)\n`,
  [`${server}/features/orders/orders.rules.test.ts`]: `import '../../db/db.ts'\nimport '../purchases/purchases.store.ts'\n`,
  [`${server}/features/purchases/purchases.store.ts`]: `export {}\n`,
  [`${server}/features/purchases/purchases.routes.ts`]: [
    'export function purchasesRoutes({ db, merging }): RoutesOf<string> {',
    '  return {',
    '    previewMerge: (_call, input) => merging.previewMerge(db.handle, input),',
    '    mergeOrders: (call, input) => call.write((tx) => merging.mergeOrders(tx, call, input)),',
    '    splitMerged: (_call, input) => db.transaction((tx) => merging.splitMerged(tx, input)),',
    '  }',
    '}',
    'export const servePictures = (app, files) => ({ open: () => files.read(app) })',
    '',
  ].join('\n'),
  'apps/console/src/features/orders/order-list.page.tsx': `import '../../ui/tag.tsx'\nexport const anchor = <a href="#top">#1234567</a>\n`,
  'apps/console/src/features/orders/orders.words.ts': `import type { Order } from '@huoqiao/contract/orders/orders.schema'\nimport { STATES } from '@huoqiao/contract/orders/orders.status'\nexport type O = Order\nexport const s = STATES\n`,
  'apps/console/src/features/orders/use-get-order.ts': [
    `export const useGetOrder = (id) => useRead('getOrder', { id })`,
    `export function useOrderActs() {\n  return [useAct('holdOrders'), useAct('releaseOrders')]\n}`,
    `export const useAny = (name) => useRead(name, {})`,
    `const useLines = () => useRead('getOrderLines', {})`,
    `export const useBoth = (name) => [call(name), call('getOrder')]`,
    '',
  ].join('\n'),
  'apps/console/src/ui/tag.tsx': `import '../theme/tokens.ts'\n`,
  'apps/console/src/ui/tag.module.css': '#root {\n  color: var(--ink); /* was #fff */\n}\n',
  'apps/console/src/theme/tokens.ts': `export const ink = '#1f2329'\n`,
  'e2e/connectors/shopify.test.ts': `import '@huoqiao/connector-1688'\n`,
}

/** Retired words, composed from parts, because this file is checked too. */
const [FIRST, SECOND] = [['do', 'ors'].join(''), ['hee', 'ded'].join('')]

/** One file each, with the line and the text of every fault that must be found. */
const BAD: [path: string, text: string, ...faults: string[]][] = [
  [
    'packages/kit/src/clock.ts',
    `export const now = () => Date.now()\nimport 'zod'\n`,
    '1 [kit] ',
    '2 [packages] imports zod',
  ],
  [
    'packages/contract/src/page.ts',
    `import 'react'\nimport 'node:fs'\n`,
    '1 [packages] imports react',
    '2 [packages] imports node:fs',
  ],
  [
    'packages/connector-shopify/src/a.ts',
    `import '@huoqiao/contract'\n`,
    '1 [direction] connector-shopify may not import contract',
  ],
  [
    'packages/connector-shopify/src/read.ts',
    `import '@huoqiao/shopify-schemas'\n`,
    '1 [direction] connector-shopify may not import shopify-schemas',
  ],
  [
    'packages/connector-1688/src/b.ts',
    `export * from '../../kit/src/money.ts'\n`,
    '1 [direction] reaches into kit by path',
  ],
  [
    'apps/simulator/src/world.ts',
    `const c = await import('@huoqiao/connector-1688')\nexport { c }\n`,
    '1 [direction] simulator may not import connector-1688',
  ],
  [
    'apps/console/src/lib/call.ts',
    `import { x } from '@huoqiao/connector-kit'\nexport { x }\n`,
    '1 [direction] console may not import connector-kit',
  ],
  ['e2e/login.e2e.ts', `import '@huoqiao/contract'\n`, '1 [direction] e2e may not import contract'],
  [`${server}/platform/deep.ts`, `import '../db/db.ts'\n`, '1 [layer] platform may not import db'],
  [
    `${server}/db/high.ts`,
    `import type { X } from '../features/orders/index.ts'\nexport type Y = X\n`,
    '1 [layer] db may not import features',
  ],
  [`${server}/features/access/access.view.ts`, `import '../orders/index.ts'\n`, '1 [rank] access comes before orders'],
  [
    `${server}/features/purchases/past.service.ts`,
    `import '../orders/orders.service.ts'\n`,
    '1 [api] reaches past the API of orders',
  ],
  [`${server}/features/strange/index.ts`, `export {}\n`, '1 [feature] strange has no rank'],
  [
    'apps/console/src/features/orders/torn.tsx',
    `export function Torn({ error, data }) {\n  if (error) return null\n  if (error && !data) return null\n  return data\n}\n`,
    '2 [reading] a reading that fails leaves what was shown',
  ],
  [
    `${server}/platform/retired.ts`,
    `export const ok = 'outdoor'\nexport const find_${FIRST} = 1\n// ${SECOND} by nobody.\n`,
    `2 [words] "${FIRST}" is not said any more: api`,
    `3 [words] "${SECOND}" is not said any more: handle`,
  ],
  [
    `${server}/platform/named.ts`,
    `// Who was told of it.\nexport const text = 'told'\nexport const toldAt = 1\n`,
    '3 [words] "told" in the name toldAt: reported, answer',
  ],
  [
    `${server}/features/orders/split.rules.ts`,
    `import '../../platform/clock.ts'\nimport '../../db/db.ts'\nexport const f = async () => await 1\nexport const now = new Date()\n`,
    '1 [room] *.rules may not import src/platform/clock.ts',
    '2 [room] *.rules may not import db/',
    '3 [room] *.rules may not await',
    '4 [room] *.rules may not read the clock or chance',
  ],
  [`${server}/features/orders/wide.view.ts`, `import './orders.store.ts'\n`, '1 [room] *.view may not import *.store'],
  [
    `${server}/features/orders/orders.routes.ts`,
    `import { sql } from 'drizzle-orm'\nimport './orders.tables.ts'\nexport const q = sql\`select 1\`\n`,
    '1 [room] *.routes may not import drizzle-orm',
    '2 [room] *.routes may not import *.tables',
    '3 [room] *.routes may not hold SQL',
  ],
  [
    `${server}/features/access/access.routes.ts`,
    [
      'export const given = ({ db, service }): RoutesOf<string> => ({',
      '  addRole: (call, input) => call.write((tx) => service.roles.add(tx, call, input)),',
      '  getPages: async () => [],',
      '  queryRoles: (_call, input) => service.roles.queryRoles(db.handle, pageOf(input)),',
      '})',
      'export const accessRoutes = (service) => ({ suspend: (call) => service.stop(call) })',
      '',
    ].join('\n'),
    '2 [calls] addRole is carried out by add: one method, addRole',
    '3 [calls] getPages is carried out by the route itself',
    '4 [calls] queryRoles is carried out by queryRoles, pageOf',
    '6 [calls] suspend is carried out by stop',
  ],
  [
    `${server}/features/orders/web.service.ts`,
    `import type { FastifyReply } from 'fastify'\nexport type R = FastifyReply\n`,
    '1 [room] *.service may not import fastify',
  ],
  [
    `${server}/features/purchases/join.store.ts`,
    `import '../orders/index.ts'\n`,
    '1 [room] *.store may not touch orders',
  ],
  [
    `${server}/features/orders/foreign.store.ts`,
    [
      `import { role as r } from '../access/access.tables.ts'`,
      `import * as tables from '../access/access.tables.ts'`,
      'export const f = (tx) => tx.update(r)',
      'export const g = sql`delete from ${r}`',
      'export const h = sql`with x as (update public.access_role as r set a = 1) select 1`',
      'export const i = (tx) => tx.insert(tables.role)',
      'export const j = (tx) => insertRows(tx, r!, [])',
      `export const k = 'TRUNCATE TABLE "ACCESS_ROLE"'`,
      '',
    ].join('\n'),
    '3 [owner] writes r, a table of access',
    '4 [owner] writes r, a table of access',
    '5 [owner] writes access_role, a table of access',
    '6 [owner] writes role, a table of access',
    '7 [owner] writes r, a table of access',
    '8 [owner] writes access_role, a table of access',
  ],
  [
    `${server}/db/writing.ts`,
    `export const text = 'insert into access_role values (1)'\n`,
    '1 [owner] writes access_role, a table of access',
  ],
  [
    `${server}/features/orders/orders.jobs.ts`,
    `import '@huoqiao/connector-1688'\n`,
    '1 [room] *.jobs may not import connector-1688',
  ],
  [
    'apps/console/src/features/orders/imports.tsx',
    `import '../purchases/table.tsx'\n`,
    '1 [features] orders may not import purchases',
  ],
  [
    'apps/console/src/features/orders/use-orders.ts',
    `export const useOrder = (id) => useRead('getOrder', { id })\nexport function useHolding() {\n  return useAct('holdOrders').run\n}\n`,
    '1 [calls] useOrder makes the call getOrder alone: useGetOrder',
    '2 [calls] useHolding makes the call holdOrders alone: useHoldOrders',
  ],
  [
    'apps/console/src/ui/focused.tsx',
    'export const a = <Input autoFocus maxLength={3} />\nexport const b = <Input autoFocus={isNew} />\nexport const c = { autoFocus: true }\n',
    '1 [focus] ',
    '2 [focus] ',
  ],
  ['apps/console/src/ui/wise.tsx', `import '../pickers/store.tsx'\n`, '1 [layer] ui may not import pickers'],
  [
    'apps/console/src/features/orders/schema.rules.ts',
    `import { ENDPOINTS } from '@huoqiao/contract'\nimport { order } from '@huoqiao/contract/orders/orders.schema'\nimport { ordersEndpoints } from '@huoqiao/contract/orders/orders.endpoints'\n`,
    '1 [schemas] ',
    '2 [schemas] ',
    '3 [schemas] ',
  ],
  [
    'apps/collector/src/worker.ts',
    `import '@huoqiao/contract/collection/collector.words'\nimport { collectedOffer } from '@huoqiao/contract/collection/collector.schema'\nimport 'zod'\nimport '@huoqiao/connector-1688'\n`,
    '3 [packages] imports zod',
    '4 [direction] collector may not import connector-1688',
    '2 [schemas] ',
  ],
  [
    'apps/console/src/features/orders/order.table.tsx',
    [
      `export const columns = [{ title: '订单号', width: 80 }]`,
      'export const facts = (value) => [{ label: "备注", value }]',
      'export const head = <th className="wide">订单号</th>',
      'export const item = <Form.Item name="note" label="备注" />',
      '',
    ].join('\n'),
    "1 [labels] '订单号' is the label of a field: ORDER_FIELDS.number.label",
    "2 [labels] '备注' is the label of a field: ORDER_FIELDS.note.label",
    '3 [labels] ',
    '4 [labels] ',
  ],
  ['apps/console/src/features/orders/raw.api.ts', `export const f = () => fetch('/x')\n`, '1 [fetch] '],
  [
    'apps/console/src/ui/bright.tsx',
    `export const a = { color: '#f00' }\nexport const b = \`rgb(1 2 3)\`\n`,
    '1 [colour] #f00',
    '2 [colour] rgb(1',
  ],
  ['apps/console/src/ui/bright.module.css', '.a {\n  border: 1px solid #d9d9d9;\n}\n', '2 [colour] #d9d9d9'],
  ['packages/kit/src/loose.ts', `export let x: any\n`, '1 [any] '],
  [
    `${server}/features/orders/words.store.ts`,
    `import { sql } from 'drizzle-orm'\nexport const a = (w) => sql.raw(w)\n\n\n\n\nexport const b = (c, w) => c.query(\`select '\${w}'\`)\n\n\n\n\nexport const d = (c, w) => c.query({ text: 'select ' + w })\n\n\n\n\nexport const e = (c, w) => c.execute(\`select \${w}\`)\n`,
    '2 [sql] puts text into a statement',
    '7 [sql] puts text into a statement',
    '12 [sql] puts text into a statement',
    '17 [sql] puts text into a statement',
  ],
  ['packages/kit/src/string-utils.ts', `export {}\n`, '1 [name] "string-utils.ts" says nothing'],
  ['package-lock.json', lockOf({}), '1 [lock] node_modules/tool may want tool-linux 1.0.0'],
  ['docs/start.md', `fine\nsee ${['', 'home', 'me', 'goods'].join('/')}\n`, '2 [machine] '],
]

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'huoqiao-direction-'))
})

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function check(
  name: string,
  files: Record<string, string>,
): Promise<{ code: number | null; faults: string[]; output: string }> {
  const root = join(folder, name)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, root], { encoding: 'utf8' })
  const faults = stderr.split('\n').flatMap((line) => /^fault +(.*)$/.exec(line)?.[1] ?? [])
  return { code: status, faults, output: stdout + stderr }
}

describe('the direction check', () => {
  test('finds nothing in an installation that follows the rules', async () => {
    const { code, output } = await check('good', GOOD)
    expect(output).toBe(`${Object.keys(GOOD).length} files, 0 faults, 0 warnings\n`)
    expect(code).toBe(0)
  })

  test('finds each broken rule at its line, and nothing else', async () => {
    const { code, faults } = await check('bad', {
      ...GOOD,
      ...Object.fromEntries(BAD.map(([path, text]) => [path, text])),
    })
    for (const [path, , ...expected] of BAD) {
      const found = faults.filter((fault) => fault.startsWith(`${path}:`)).map((fault) => fault.slice(path.length + 1))
      expect(found, path).toEqual(expected.map((start) => expect.stringContaining(start)))
    }
    const known = BAD.map(([path]) => `${path}:`)
    expect(faults.filter((fault) => !known.some((path) => fault.startsWith(path)))).toEqual([])
    expect(code).toBe(1)
  })

  test('only warns of a long file', async () => {
    const { code, output } = await check('long', { ...GOOD, 'packages/kit/src/long.ts': 'export {}\n'.repeat(301) })
    expect(output).toContain('warning packages/kit/src/long.ts:301 [length] 301 lines')
    expect(code).toBe(0)
  })
})
