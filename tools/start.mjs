import './node-version.mjs'

/** `npm start`, and `npm run dev` with `--dev`. The rest is loaded only now, after Node's version was checked. */
void import('./start/run.mjs').then(({ run }) => run({ dev: process.argv.includes('--dev') }))
