import './node-version.mjs'
import { runDoctor } from './doctor/run.mjs'

/** `npm run doctor [-- --json]`: checks this machine and its installation, changes nothing, and says what to fix. */
process.exitCode = await runDoctor({ json: process.argv.includes('--json') })
