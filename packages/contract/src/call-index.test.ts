import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ENDPOINTS } from './registry.ts'
import { expect, test } from 'vitest'

const tool = fileURLToPath(new URL('../../../tools/call-index.mjs', import.meta.url))

test('docs/call-index.md is as `npm run calls` writes it, and lists every call with its implementation', async () => {
  await promisify(execFile)(process.execPath, [tool, '--check'])
  const rows = readFileSync(new URL('../../../docs/call-index.md', import.meta.url), 'utf8').matchAll(
    /^\| `(\w+)` \|(.*)\|$/gm,
  )
  const cells = [...rows].map(([, name, rest]) => [name!, ...rest!.split('|').map((cell) => cell.trim())] as const)
  expect(cells.map(([name]) => name).sort()).toEqual(Object.keys(ENDPOINTS).sort())
  expect(cells.filter(([, , carriedOut]) => carriedOut === '').map(([name]) => name)).toEqual([])
})
