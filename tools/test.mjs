import './node-version.mjs'

/** `npm test`: all checks. `--only=types,lint` runs a part of them; the names are in test/steps.mjs. */
void import('./test/run.mjs').then(({ run }) => run(process.argv.slice(2)))
