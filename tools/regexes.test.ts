import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const TOOL = fileURLToPath(new URL('./regexes.mjs', import.meta.url))
const run = (...folder: string[]): { status: number | null; output: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOOL, ...folder], { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

test('every regular expression of the server and the packages is linear, or has a comment that says why it need not be', () => {
  const { status, output } = run()
  expect(output).toMatch(/^\d{3,} expressions, 0 faults$/m)
  expect(status).toBe(0)
})

test('quadratic and slower regular expressions are reported, and those that only look so are not', async () => {
  const slow = [
    '/<row\\b[^>]*>/g',
    '/<(?:td|th)[^>]*>/g',
    '/\\s+$/',
    '/(?:a+)+$/',
    '/^\\d+\\d+$/',
    '/(?<open><a )[^>]*>/',
  ]
  const fine = [
    '/x="[^"]*y/',
    '/<row\\b[^<>]*>/g',
    '/^<row[^>]*>/',
    '/\\s+/g',
    '/&#(\\d+);/g',
    '/^\\d{3,}$/',
    '/a|b|c/',
    '/^a+b+c+$/',
  ]
  const files: Record<string, string> = {
    'apps/server/src/a.ts': [...slow, 'new RegExp(slow)']
      .map((one, at) => `export const a${at} = ${one}\n\n\n\n\n\n`)
      .join(''),
    'packages/kit/src/b.ts': fine.map((one, at) => `export const b${at} = ${one}\n`).join(''),
    'packages/kit/src/c.ts': `// Bounded: a name of at most 64 signs.\nexport const c = /\\s+$/\n`,
    'packages/kit/src/d.test.ts': 'export const d = /\\s+$/\n',
  }
  const folder = await mkdtemp(join(tmpdir(), 'huoqiao-regexes-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const { status, output } = run(folder)
    const named = output.split('\n').filter((line) => line.startsWith('fault'))
    expect(named).toHaveLength(slow.length + 1)
    expect(output).not.toMatch(/[bcd](\.test)?\.ts:/)
    expect(status).toBe(1)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
