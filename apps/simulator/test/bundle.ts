import { cp, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const HOME = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(HOME, 'node_modules', '.cache')
/** Data files of `packages/shopify-schemas`; the bundle reads them from its own folder. */
const VENDORED = fileURLToPath(new URL('../../../packages/shopify-schemas/src/vendored', import.meta.url))

/**
 * A program of the simulator as one file, built once per run: translating the sources takes half of the start. It is written beside the
 * simulator's installed packages, so that it finds the same ones.
 */
export async function bundleProgram(entry: string): Promise<{ main: string; remove: () => Promise<void> }> {
  await sweep()
  const folder = join(CACHE, `test-${process.pid}-${entry.replaceAll(/\W+/g, '-')}`)
  const main = join(folder, 'main.js')
  await mkdir(folder, { recursive: true })
  await build({
    entryPoints: [join(HOME, entry)],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
    plugins: [
      {
        name: 'installed-stays-outside',
        setup: (bundler) =>
          bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || path.startsWith('@huoqiao/') ? undefined : { path, external: true },
          ),
      },
    ],
  })
  await cp(VENDORED, join(folder, 'vendored'), { recursive: true })
  return { main, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** A killed run leaves its bundles behind; the next run removes them. */
async function sweep(): Promise<void> {
  for (const name of await readdir(CACHE).catch(() => [])) {
    const pid = Number(/^test-(\d+)/.exec(name)?.[1])
    if (pid && !isAlive(pid)) await rm(join(CACHE, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
