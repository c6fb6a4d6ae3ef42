import { ROOT } from './build/sources.mjs'
import { checkTree } from './direction/check-tree.mjs'
import { complain, say } from './say.mjs'

/**
 * `npm run direction`: who may import whom, what a file may do by its place, and simple rules that the linter does not have. Another folder
 * may be given (the tests do so).
 */

const { faults, warnings, files } = await checkTree(process.argv[2] ?? ROOT)
const show = ({ path, line, rule, text }) => `${path}:${line} [${rule}] ${text}`
for (const warning of warnings) say(`warning ${show(warning)}`)
for (const fault of faults) complain(`fault   ${show(fault)}`)
say(`${files} files, ${faults.length} faults, ${warnings.length} warnings`)
process.exitCode = faults.length > 0 ? 1 : 0
