import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the clone, whatever the current folder is. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const NOT_SOURCES = new Set(['node_modules', 'dist', 'data', '.vite', 'output'])

/**
 * Every file under `path` (the path itself when it is a file), without generated files.
 * @param {string} path absolute
 * @returns {Promise<string[]>} absolute, sorted
 */
export async function filesUnder(path) {
  const found = await stat(path).catch(() => undefined)
  if (found === undefined) return []
  if (found.isFile()) return [path]
  /** @type {string[]} */
  const files = []
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (NOT_SOURCES.has(entry.name)) continue
    if (entry.isDirectory()) files.push(...(await filesUnder(join(path, entry.name))))
    else if (entry.isFile()) files.push(join(path, entry.name))
  }
  return files.toSorted()
}

/**
 * One hash over names and contents. Contents, not times: nothing is rebuilt after switching to another branch and back.
 * @param {string[]} paths relative to the root
 * @returns {Promise<string>}
 */
export async function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths) {
    for (const file of await filesUnder(join(ROOT, path))) {
      if (/\.(test|e2e)\.tsx?$/.test(file)) continue
      hash.update(`\0${relative(ROOT, file).split(sep).join('/')}\0`).update(await readFile(file))
    }
  }
  return hash.digest('hex')
}
