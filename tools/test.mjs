import './node-version.mjs'

/** `npm test`: the whole proof. `--only=types,lint` runs a part of it; the names are in test/steps.mjs. */
void import('./test/run.mjs').then(({ run }) => run(process.argv.slice(2)))
