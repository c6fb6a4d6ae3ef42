import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { validate } from 'dockerfile-utils'
import { expect, test } from 'vitest'

/** The examples in deploy/: everything that they name exists, and the vendors' own checkers accept them where these are installed. */
const ROOT = fileURLToPath(new URL('../', import.meta.url))
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const files = readdirSync(join(ROOT, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile())
  .map((one) => join(one.parentPath, one.name).slice(ROOT.length))
const texts = files.map((file) => ({ file, text: read(file) }))
const CONTAINER = 'deploy/container/Containerfile'
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
/** Lines that are no comments. */
const linesOf = (path: string): string[] =>
  read(path)
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))

test('every setting that an example names is explained in the table of docs/operations.md', () => {
  const explained = new Set([...read('docs/operations.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name))
  const named = new Set(
    texts.flatMap(({ text }) => text.match(/\b(?:HUOQIAO|SIMULATOR)_[A-Z0-9_]+\b|\bDATABASE_URL\b/g) ?? []),
  )
  expect(named.size).toBeGreaterThan(8)
  expect([...named].filter((name) => !explained.has(name))).toEqual([])
})

test('every command and every file that an example or its page names exists', () => {
  const pages = [...texts, ...['docs/operations.md', 'docs/upgrading.md'].map((file) => ({ file, text: read(file) }))]
  const commands = pages.flatMap(({ text }) => [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name]) => name!))
  expect(commands.filter((name) => !scripts.includes(name))).toEqual([])
  const paths = pages.flatMap(({ text }) =>
    [...text.matchAll(/(?:deploy|docs|tools)\/[\w./-]*\w\.\w+/g)].map(([path]) => path),
  )
  expect(paths.length).toBeGreaterThan(20)
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

test('the image installs every workspace, with a Node that the product accepts, and does not run as root', () => {
  const lines = linesOf(CONTAINER)
  const copied = lines.slice(
    0,
    lines.findIndex((line) => line.includes('npm ci')),
  )
  const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
  const homes = workspaces.flatMap((one) =>
    one.endsWith('/*') ? readdirSync(join(ROOT, one.slice(0, -2))).map((name) => join(one.slice(0, -2), name)) : [one],
  )
  const wanted = homes.filter((home) => existsSync(join(ROOT, home, 'package.json')))
  expect(wanted.length).toBeGreaterThan(10)
  for (const home of wanted) expect(copied).toContain(`COPY ${home}/package.json ${home}/`)
  for (const [, version] of lines.join('\n').matchAll(/^FROM \S+node:(\d+)/gm))
    expect(Number(version)).toBeGreaterThanOrEqual(20)
  expect(lines.slice(lines.findLastIndex((line) => line.startsWith('FROM')))).toContain('USER node')
})

test('the container file has no fault that its language names', () => {
  expect(validate(read(CONTAINER)).map(({ message, range }) => [range.start.line + 1, message])).toEqual([])
})

/**
 * Runs only if a builder is named (BUILD_IMAGE=podman), since it downloads the base image and every package, which the machine may be unable
 * to reach. Docker needs its running engine; podman and buildah need none.
 */
const builder = process.env['BUILD_IMAGE']
if (builder)
  test('the image is built', () => {
    const image = `huoqiao-test-${process.pid}`
    const built = spawnSync(builder, ['build', '-f', CONTAINER, '-t', image, '.'], { cwd: ROOT, encoding: 'utf8' })
    try {
      expect(built.status, built.stderr.slice(-4_000)).toBe(0)
    } finally {
      spawnSync(builder, ['rmi', '--force', image])
    }
  })

test('compose publishes on this machine only, and every variable that it demands is in .env.example', () => {
  const compose = linesOf('deploy/container/compose.yaml').join('\n')
  const published = [...compose.matchAll(/^ +- (\S+:3688)$/gm)].map(([, port]) => port)
  expect(published).toEqual(['127.0.0.1:3688:3688'])
  const demanded = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name]) => name!))
  const offered = linesOf('deploy/container/.env.example').map((line) => line.split('=')[0]!)
  expect(demanded).toEqual(new Set(offered))
})

test('one node behind nginx gets the same headers and limits as several', () => {
  const settings = (file: string): string[] =>
    linesOf(file)
      .map((line) => line.trim())
      .filter((line) => /^(proxy_(?!pass|next)|client_max)/.test(line))
  expect(settings('deploy/nginx-single.conf')).toEqual(settings('deploy/nginx.conf'))
  expect(settings('deploy/nginx.conf').length).toBeGreaterThan(6)
})

const units = files.filter((file) => /\.(service|timer)$/.test(file))
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0
if (!hasSystemd)
  console.log('systemd-analyze is not on this machine: that systemd accepts the units is not proven here.')
test('there are three units of systemd, which accepts them where it is installed', () => {
  expect(units).toHaveLength(3)
  if (!hasSystemd) return
  const folder = mkdtempSync(join(tmpdir(), 'huoqiao-units-'))
  try {
    // The folders and the user are made by the instructions of docs/operations.md; programs may be elsewhere on this machine.
    for (const unit of units)
      writeFileSync(
        join(folder, unit.split('/').at(-1)!),
        read(unit)
          .replaceAll(/\/usr\/bin\/(?:node|npm|find)/g, process.execPath)
          .replaceAll(/^(?:User|Group)=.*$/gm, ''),
      )
    const { stderr } = spawnSync(
      'systemd-analyze',
      ['verify', '--man=no', ...units.map((unit) => join(folder, unit.split('/').at(-1)!))],
      { encoding: 'utf8' },
    )
    expect(stderr.split('\n').filter((line) => line.includes(folder) || line.includes('huoqiao'))).toEqual([])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
