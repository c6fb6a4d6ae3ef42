/** Bundles one app into its dist/main.js. */
export function buildNodeProgram(app: 'server' | 'simulator'): Promise<void>
/** Bundles a program of a test run as the delivered one beside it is bundled; answers the file, of this process alone. */
export function buildTestProgram(app: 'server' | 'simulator', entry: string): Promise<string>
