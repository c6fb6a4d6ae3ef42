/** Path of a Chromium on this machine; CHROMIUM_PATH has priority. */
export function findChromium(): string | undefined
/** Path of a Chromium that can load extensions, which the headless shell cannot. */
export function findWholeChromium(): string | undefined
/** Finds a Chromium, or installs Debian's when possible; otherwise throws an error with one sentence. */
export function ensureChromium(options: { log: (line: string) => void }): string
/** The options for playwright-core's `chromium.launch`. */
export function launchOptions(executablePath: string): { executablePath: string; headless: boolean; args: string[] }
