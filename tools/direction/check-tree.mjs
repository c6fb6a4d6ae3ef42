import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { filesUnder } from '../build/sources.mjs'
import { checkCalls } from './calls.rule.mjs'
import { checkConsole, checkReadings, checkSchemas } from './console.rule.mjs'
import { checkLabels, fieldTablesIn } from './labels.rule.mjs'
import { checkLock } from './lock.rule.mjs'
import { checkMachinePaths, checkName, checkPlain } from './plain.rule.mjs'
import { readSource, readStyle } from './read.mjs'
import { checkOwner, ownersOf } from './owner.rule.mjs'
import { checkServer } from './server.rule.mjs'
import { checkSql } from './sql.rule.mjs'
import { checkNames, checkWords } from './words.rule.mjs'
import { checkWorkspaces } from './workspaces.rule.mjs'

/** @typedef {{ path: string, line: number, rule: string, text: string }} Finding */

const FEATURES_FILE = 'packages/contract/src/features.ts'
const BINARY = /\.(png|jpe?g|webp|gif|ico|woff2?|gz|br|zip|xlsx|pdf)$/

/**
 * Checks every file under `root` against the rules of docs/architecture.md.
 * @param {string} root
 * @returns {Promise<{ faults: Finding[], warnings: Finding[], files: number }>}
 */
export async function checkTree(root) {
  const paths = await listFiles(root)
  const features = readFeatures(root, paths)
  const faults = []
  const warnings = []
  const sources = []
  const fieldTables = paths.flatMap((path) =>
    fieldTablesIn(path, path.endsWith('fields.ts') ? readFileSync(join(root, path), 'utf8') : ''),
  )
  for (const path of paths) {
    const into = (list) => (line, rule, text) => list.push({ path, line, rule, text })
    if (BINARY.test(path)) continue
    const text = readFileSync(join(root, path), 'utf8')
    checkName(path, into(faults))
    checkMachinePaths(text, into(faults))
    if (path === 'package-lock.json') checkLock(text, into(faults))
    if (/[/\\]vendored[/\\]/.test(path)) continue
    if (/\.(tsx?|mjs|css|md)$/.test(path)) checkWords(path, text, into(faults))
    if (path.endsWith('.css')) checkConsole(readStyle(path, text), into(faults))
    if (!/\.(tsx?|mjs)$/.test(path) || path.endsWith('.d.ts')) continue
    checkReadings(path, text, into(faults))
    checkSql(path, text, into(faults))
    checkCalls(path, text, into(faults))
    checkLabels(path, text, fieldTables, into(faults))
    const facts = readSource(path, text)
    checkPlain(facts, into(faults), into(warnings))
    checkNames(facts, into(faults))
    checkWorkspaces(facts, into(faults))
    checkServer(facts, features, into(faults))
    checkConsole(facts, into(faults))
    checkSchemas(facts, into(faults))
    sources.push(facts)
  }
  // The owner of a table is defined in another file than the code that writes it.
  const owners = ownersOf(sources)
  for (const facts of sources)
    checkOwner(facts, owners, (line, rule, text) => faults.push({ path: facts.path, line, rule, text }))
  return { faults, warnings, files: paths.length }
}

/** The files that git tracks or would track; in a folder without git, all files. @param {string} root */
async function listFiles(root) {
  try {
    const args = ['-C', root, 'ls-files', '--cached', '--others', '--exclude-standard', '-z']
    const listed = execFileSync('git', args, { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 64 * 1024 * 1024 })
    const names = listed.toString('utf8').split('\0').filter(Boolean)
    return names.filter((name) => existsAsFile(join(root, name)))
  } catch {
    return (await filesUnder(root)).map((file) => relative(root, file).split(sep).join('/'))
  }
}

/** A file that was deleted and not yet committed is still listed. @param {string} file */
function existsAsFile(file) {
  try {
    readFileSync(file)
    return true
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes(error.code)) return false
    throw error
  }
}

/** The ranked list, read from the contract as text: tools import none of our packages. */
function readFeatures(root, paths) {
  if (!paths.includes(FEATURES_FILE)) throw new Error(`${FEATURES_FILE} is missing`)
  const text = readFileSync(join(root, FEATURES_FILE), 'utf8')
  const list = /FEATURES = \[([\s\S]*?)\]/.exec(text)?.[1]
  if (!list) throw new Error(`${FEATURES_FILE} has no FEATURES list`)
  return [...list.matchAll(/'([^']+)'/g)].map(([, name]) => name)
}
