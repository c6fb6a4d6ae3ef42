import './node-version.mjs'
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildStale } from './build.mjs'
import { ROOT } from './build/sources.mjs'
import { complain, say, sentenceOf } from './say.mjs'

/** `npm run storm`: builds what is stale, then runs e2e/storm/main.ts on the built programs. */
try {
  await buildStale({ log: say })
  const tsx = createRequire(join(ROOT, 'package.json')).resolve('tsx')
  const child = spawn(
    process.execPath,
    ['--import', pathToFileURL(tsx).href, join(ROOT, 'e2e/storm/main.ts'), ...process.argv.slice(2)],
    {
      cwd: ROOT,
      stdio: 'inherit',
    },
  )
  process.exitCode = await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)))
} catch (error) {
  complain(sentenceOf(error))
  process.exitCode = 1
}
