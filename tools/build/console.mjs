import { createRequire } from 'node:module'
import { copyFile, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { COLLECTOR_ZIP } from './collector.mjs'
import { filesUnder, ROOT } from './sources.mjs'

const HOME = join(ROOT, 'apps', 'console')
/** For a smaller file a compressed copy saves no network packet. */
const WORTH_BYTES = 1024
/** Larger files are the rich text editor and the charts, which no first page loads. */
const MANY_BYTES = 450_000

/** Builds the console into apps/console/dist, with a .br and a .gz file beside every text file, which the server sends unchanged. */
export async function buildConsole() {
  const vite = await import(pathToFileURL(resolveVite()).href)
  // Vite takes over a NODE_ENV of the shell or of a test run: the pages would get React's development build.
  const former = process.env['NODE_ENV']
  process.env['NODE_ENV'] = 'production'
  try {
    await vite.build({ root: HOME, configFile: join(HOME, 'vite.config.ts'), logLevel: 'error', clearScreen: false })
  } finally {
    if (former === undefined) delete process.env['NODE_ENV']
    else process.env['NODE_ENV'] = former
  }
  await copyFile(COLLECTOR_ZIP, join(HOME, 'dist', basename(COLLECTOR_ZIP)))
  await compressAll(join(HOME, 'dist'))
}

/** Vite belongs to the console's own dependencies. @returns {string} */
function resolveVite() {
  return join(createRequire(join(HOME, 'package.json')).resolve('vite/package.json'), '..', 'dist', 'node', 'index.js')
}

/** @param {string} dir */
async function compressAll(dir) {
  const files = (await filesUnder(dir)).filter((file) => /\.(js|css|html|svg|json|txt|map)$/.test(file))
  await Promise.all(files.map(compress))
}

/** @param {string} file */
async function compress(file) {
  const bytes = await readFile(file)
  if (bytes.length < WORTH_BYTES || file.endsWith('.map')) return
  // Quality 11 saves another 7 % but takes five times as long, during which the first start waits: not worth it for files that few pages
  // load.
  const quality = bytes.length < MANY_BYTES ? 11 : 9
  const params = { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, { params }))
  await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }))
}
