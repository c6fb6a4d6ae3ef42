import './node-version.mjs'

/** `npm start`, with `--dev` `npm run dev`. The rest is loaded only now that Node is known to understand it. */
void import('./start/run.mjs').then(({ run }) => run({ dev: process.argv.includes('--dev') }))
