import type { Endpoint } from '@huoqiao/contract'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { runnerImport } from 'vite'
import { contractTable, contractTableCode, labelTable } from './contract-table.ts'

const PUBLIC_ID = 'virtual:contract'
/** The calls that anybody may make: all that the login page needs. */
const PUBLIC_CALLS_ID = 'virtual:public-calls'
/** What each call is called, which only the operation log shows. */
const TITLES_ID = 'virtual:call-titles'
/** The object of each logged call, and its labels for its own fields: for screens that show entries of the log. */
const LABELS_ID = 'virtual:call-labels'
const IDS = [PUBLIC_ID, PUBLIC_CALLS_ID, TITLES_ID, LABELS_ID]
const resolved = (id: string): string => `\0${id}`
const root = fileURLToPath(new URL('..', import.meta.url))

/** Evaluates one TypeScript module in Node and answers it with the files it was made of, so that a dev server may watch them. */
async function evaluate(id: string): Promise<{ module: unknown; files: string[] }> {
  const { module, dependencies } = await runnerImport<unknown>(id, { root, configFile: false, logLevel: 'error' })
  return { module, files: dependencies.filter((file) => !file.includes('node_modules')) }
}

/**
 * `virtual:contract`: the table of calls, worked out from the contract in Node when the console is built,
 * served or tested. The contract stays the one source; its schemas stay out of the browser.
 */
export function contractPlugin(): Plugin {
  return {
    name: 'huoqiao:contract',
    resolveId: (id) => (IDS.includes(id) ? resolved(id) : undefined),
    async load(id) {
      if (!IDS.map(resolved).includes(id)) return undefined
      const { module, files } = await evaluate('@huoqiao/contract/registry')
      const { ENDPOINTS, MERCHANT_PREFIX } = module as {
        ENDPOINTS: Record<string, Endpoint>
        MERCHANT_PREFIX: string
      }
      for (const file of files) this.addWatchFile(file)
      if (id === resolved(PUBLIC_CALLS_ID)) {
        const isPublic = ([, { right }]: [string, Endpoint]): boolean => right === 'public'
        const open = Object.fromEntries(Object.entries(ENDPOINTS).filter(isPublic))
        return `export const PUBLIC_CALLS = ${JSON.stringify(contractTable(open))}`
      }
      if (id === resolved(TITLES_ID)) {
        const titles = Object.fromEntries(Object.entries(ENDPOINTS).map(([name, { title }]) => [name, title]))
        return `export const CALL_TITLES = ${JSON.stringify(titles)}`
      }
      if (id === resolved(LABELS_ID)) return `export const CALL_LABELS = ${JSON.stringify(labelTable(ENDPOINTS))}`
      return [
        `export const CALLS = ${contractTableCode(ENDPOINTS)}`,
        `export const MERCHANT_PREFIX = ${JSON.stringify(MERCHANT_PREFIX)}`,
      ].join('\n')
    },
  }
}

/** `virtual:tokens.css`: the tokens of theme/tokens.ts as custom properties, for the plain CSS of pages that load no Ant Design. */
export function tokensPlugin(): Plugin {
  const tokens = '\0virtual:tokens.css'
  return {
    name: 'huoqiao:tokens',
    resolveId: (id) => (id === 'virtual:tokens.css' ? tokens : undefined),
    async load(id) {
      if (id !== tokens) return undefined
      const { module, files } = await evaluate('/src/theme/tokens.ts')
      for (const file of files) this.addWatchFile(file)
      return (module as { tokensCss: () => string }).tokensCss()
    },
  }
}

/**
 * For the test over all screens: pages.json, every page of the console's route table, and calls.json, every call in its code. The tables of
 * calls contain names without quotes.
 */
export function pagesPlugin(): Plugin {
  return {
    name: 'huoqiao:pages',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const write = (fileName: string, found: readonly unknown[]): void =>
        void this.emitFile({ type: 'asset', fileName, source: `${JSON.stringify(found, null, 2)}\n` })
      const [table, contract] = [
        await evaluate('/src/app/route-table.ts'),
        await evaluate('@huoqiao/contract/registry'),
      ]
      write('pages.json', (table.module as { routes: readonly object[] }).routes)
      const code = Object.values(bundle).map((one) => (one.type === 'chunk' ? one.code : ''))
      const names = Object.keys((contract.module as { ENDPOINTS: object }).ENDPOINTS)
      write(
        'calls.json',
        names.filter((name) => code.some((text) => new RegExp(`["'\`]${name}["'\`]`).test(text))),
      )
    },
  }
}
