import { existsSync } from 'node:fs'
import { cp, readFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { ROOT } from './sources.mjs'

/**
 * Bundles the Node programs of an app, each into one file <app>/dist/<name>.js. Installed packages stay in node_modules, because some of
 * them load native parts or data files from their own folder. Exception (`BUNDLED`): large packages of JavaScript only, so that unused code
 * is left out.
 * @param {'server' | 'simulator'} app
 * @param {readonly string[]} names
 */
export async function buildNodePrograms(app, names) {
  const home = join(ROOT, 'apps', app)
  const outdir = join(home, 'dist')
  await rm(outdir, { recursive: true, force: true })
  for (const name of names)
    await copyVendored(await bundle(join(home, 'src', `${name}.ts`), join(outdir, `${name}.js`)), outdir)
}

/**
 * Bundles a program for a test run in the same way as the delivered one, beside it; the next build removes it if the test did not.
 * @param {'server' | 'simulator'} app
 * @param {string} entry inside the app
 * @returns {Promise<string>} the file, of this process alone
 */
export async function buildTestProgram(app, entry) {
  const home = join(ROOT, 'apps', app)
  const outfile = join(home, 'dist', `test-${process.pid}.js`)
  await bundle(join(home, entry), outfile)
  return outfile
}

/**
 * Bundles several programs for a test run, with what they share in common files: a process that loads the sources one by one needs four
 * times the processor time to start (decision 0055).
 * @param {'server' | 'simulator'} app
 * @param {readonly string[]} entries names inside the app's src, without `.ts`
 * @returns {Promise<string>} the folder with `<entry>.js` for each, of this process alone
 */
export async function buildTestPrograms(app, entries) {
  const home = join(ROOT, 'apps', app)
  const outdir = join(home, 'dist', `test-programs-${process.pid}`)
  await bundleInto(outdir, {
    entryPoints: entries.map((entry) => join(home, 'src', `${entry}.ts`)),
    outdir,
    splitting: true,
  })
  return outdir
}

/** Bundled packages: a server then keeps less than half of their sources in memory and loads 400 files fewer (bench/memory.bench.ts). */
const BUNDLED = new Set([
  '@opentelemetry/api',
  'cron-parser',
  'dom-serializer',
  'domelementtype',
  'domhandler',
  'domutils',
  'drizzle-orm',
  'entities',
  'htmlparser2',
  'lossless-json',
  'luxon',
  'pg-boss',
  'postcss',
  'prom-client',
  'rrule-temporal',
  'sanitize-html',
  'sax',
  'source-map-js',
  'zod',
])

/** @param {string} entry @param {string} outfile @returns {Promise<string[]>} the bundled sources */
const bundle = (entry, outfile) => bundleInto(dirname(outfile), { entryPoints: [entry], outfile })

/** @param {string} folder @param {import('esbuild').BuildOptions} where @returns {Promise<string[]>} the bundled sources */
async function bundleInto(folder, where) {
  const { build } = await import('esbuild')
  const { metafile } = await build({
    ...where,
    absWorkingDir: ROOT,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: 'linked',
    // V8 keeps the source text of a program in memory: this makes it smaller, and names stay readable in a stack trace.
    minifyWhitespace: true,
    minifySyntax: true,
    sourcesContent: false,
    // Bundled CommonJS packages need `require` for packages that stay outside of the bundle.
    banner: { js: `import{createRequire as requireFrom}from'node:module';const require=requireFrom(import.meta.url);` },
    logLevel: 'error',
    plugins: [
      { name: 'installed-stays-outside', setup: (bundler) => leaveInstalledExternal(bundler, folder) },
      { name: 'narrow-text', setup: narrowText },
      { name: 'without-languages', setup: leaveOutLanguages },
    ],
  })
  return Object.keys(metafile.inputs).map((input) => join(ROOT, input))
}

/**
 * One character beyond Latin-1 makes V8 store the whole source text with two bytes per character, and the bundle has 1.5 million characters.
 * esbuild escapes such characters in strings but not in regular expressions and tagged templates; here all of them are escaped before
 * esbuild reads the file.
 * @param {import('esbuild').PluginBuild} bundler
 */
function narrowText(bundler) {
  bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
    const source = await readFile(path, 'utf8')
    const contents = source.replaceAll(
      /[^\0-\xff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    return { contents, loader: 'ts' }
  })
}

/**
 * Leaves out zod's messages in fifty languages, which our code does not use: the English ones are loaded separately, and ours are in the
 * contract.
 * @param {import('esbuild').PluginBuild} bundler
 */
function leaveOutLanguages(bundler) {
  bundler.onLoad({ filter: /\/zod\/v4\/locales\/index\.js$/ }, () => ({ contents: 'export {}', loader: 'js' }))
}

/** @param {import('esbuild').PluginBuild} bundler @param {string} outdir */
function leaveInstalledExternal(bundler, outdir) {
  bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind, resolveDir }) => {
    if (kind === 'entry-point' || path.startsWith('@huoqiao/') || BUNDLED.has(packageOf(path))) return undefined
    // A package that npm could not hoist would be another version when resolved from dist: it goes into the bundle.
    return installedAt(resolveDir, path) === installedAt(outdir, path) ? { path, external: true } : undefined
  })
}

/** @param {string} specifier @returns {string} */
function packageOf(specifier) {
  const [first = '', second] = specifier.split('/')
  return first.startsWith('@') ? `${first}/${second}` : first
}

/**
 * The folder that Node would find the package in.
 * @param {string} from @param {string} specifier
 * @returns {string | undefined} undefined for Node's own modules
 */
function installedAt(from, specifier) {
  const name = packageOf(specifier)
  for (let dir = from; ; dir = dirname(dir)) {
    const candidate = join(dir, 'node_modules', name)
    if (existsSync(candidate)) return candidate
    if (dir === dirname(dir)) return undefined
  }
}

/**
 * Copies the data files that the sources read as `new URL('./vendored/x', import.meta.url)`: for the bundle this is the folder of main.js.
 * @param {string[]} sources @param {string} outdir
 */
async function copyVendored(sources, outdir) {
  const folders = new Set(sources.map((source) => join(dirname(source), 'vendored')))
  for (const folder of folders) if (existsSync(folder)) await cp(folder, join(outdir, 'vendored'), { recursive: true })
}
