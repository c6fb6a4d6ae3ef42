/** Bundles the named programs of an app into its dist. */
export function buildNodePrograms(app: 'server' | 'simulator', names: readonly string[]): Promise<void>
/** Bundles a program for a test run in the same way as the delivered one, beside it; returns the file, which belongs to this process. */
export function buildTestProgram(app: 'server' | 'simulator', entry: string): Promise<string>
/** Bundles several programs of an app's src for a test run; returns the folder with `<entry>.js` for each, of this process alone. */
export function buildTestPrograms(app: 'server' | 'simulator', entries: readonly string[]): Promise<string>
