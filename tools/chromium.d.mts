/** Path of a Chromium on this machine; CHROMIUM_PATH goes first. */
export function findChromium(): string | undefined
/** Finds a Chromium, or installs Debian's where that can be done; else throws with one sentence. */
export function ensureChromium(options: { log: (line: string) => void }): string
/** What playwright-core's `chromium.launch` is given. */
export function launchOptions(executablePath: string): { executablePath: string; headless: boolean; args: string[] }
