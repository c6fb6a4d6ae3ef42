import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import { buildTestPrograms } from '../../../tools/build/node-program.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** From global-setup.ts: the folder with the bundled programs. */
    programs: string
  }
}

/** The programs of apps/server/src that tests start as processes: the server, and the commands of package.json. */
const PROGRAMS = [
  'main',
  'backup',
  'restore',
  'rescue-admin',
  'rotate-secret-key',
  'move-files',
  'verify-ledger',
] as const
export type Program = (typeof PROGRAMS)[number]

/** Bundled as the delivered server is (tools/build/node-program.mjs). */
export async function buildPrograms(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await buildTestPrograms('server', PROGRAMS)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The file of a bundled program, for Node without further options. */
export const fileOf = (program: Program): string => join(inject('programs'), `${program}.js`)
