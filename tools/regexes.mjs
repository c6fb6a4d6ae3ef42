import { readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { filesUnder, ROOT } from './build/sources.mjs'
import { whySlow } from './regexes/judge.mjs'
import { expressionsIn } from './regexes/read.mjs'
import { complain, say } from './say.mjs'

/**
 * `npm run regexes`: every regular expression of the server and of the packages is linear, or has a comment beside it why that does not
 * matter (`Bounded: …`). Another folder may be given (the tests do so).
 */
const root = process.argv[2] ?? ROOT
const isLooked = (path) => /\.tsx?$/.test(path) && !/\.(test|testing|d)\.tsx?$|[/\\]test[/\\]/.test(path)

const judged = new Map()
let looked = 0
let faults = 0
for (const folder of ['apps/server/src', 'packages'])
  for (const file of await filesUnder(join(root, folder))) {
    if (!isLooked(file)) continue
    const path = relative(root, file).split(sep).join('/')
    for (const { line, source, flags, shown, isDeclared } of expressionsIn(path, readFileSync(file, 'utf8'))) {
      looked += 1
      if (!judged.has(shown))
        judged.set(shown, source === undefined ? 'cannot be judged: made while running' : whySlow(source, flags))
      const why = judged.get(shown)
      if (why === undefined || isDeclared) continue
      faults += 1
      complain(`fault   ${path}:${line} ${shown} ${why}`)
    }
  }
say(`${looked} expressions, ${faults} faults`)
process.exitCode = faults > 0 ? 1 : 0
