import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from './sources.mjs'
import { zipOf } from './zip.mjs'

const HOME = join(ROOT, 'apps', 'collector')
/** The folder that a person unpacks and loads. */
const FOLDER = 'huoqiao-collector'
/** Entry points, which the browser loads separately: the worker, the content script, the script in the page's own world, the settings page. */
const SCRIPTS = ['worker', 'content', 'page-data', 'options']
const FILES = ['options.html', 'options.css']

/** The archive that the app serves, and the folder that tests load. */
export const COLLECTOR_ZIP = join(HOME, 'dist', `${FOLDER}.zip`)
export const COLLECTOR_FOLDER = join(HOME, 'dist', FOLDER)

/** Builds the browser extension as a folder and as an archive of it. */
export async function buildCollector() {
  const { build } = await import('esbuild')
  await rm(join(HOME, 'dist'), { recursive: true, force: true })
  await mkdir(COLLECTOR_FOLDER, { recursive: true })
  await build({
    absWorkingDir: HOME,
    entryPoints: SCRIPTS.map((name) => join('src', `${name}.ts`)),
    outdir: COLLECTOR_FOLDER,
    bundle: true,
    format: 'iife',
    target: 'chrome120',
    // Not minified: users can read what it does, and the browsers' extension stores demand readable code.
    charset: 'utf8',
    logLevel: 'error',
  })
  const source = (name) => readFile(join(HOME, 'src', name), 'utf8')
  const { version } = JSON.parse(await readFile(join(HOME, 'package.json'), 'utf8'))
  const manifest = { ...JSON.parse(await source('manifest.json')), version }
  await writeFile(join(COLLECTOR_FOLDER, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  const icons = Object.values(manifest.icons)
  for (const name of [...FILES, ...icons]) await copyFile(join(HOME, 'src', name), join(COLLECTOR_FOLDER, name))
  const names = ['manifest.json', ...FILES, ...SCRIPTS.map((name) => `${name}.js`), ...icons]
  const files = names.map(async (name) => ({
    name: `${FOLDER}/${name}`,
    bytes: await readFile(join(COLLECTOR_FOLDER, name)),
  }))
  await writeFile(COLLECTOR_ZIP, zipOf(await Promise.all(files)))
}
