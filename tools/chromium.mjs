import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { UserError } from './say.mjs'

/**
 * Where browsers based on Chromium are installed, the preferred first: the headless shell renders the same pages without a window, which
 * saves about a fifth of the browser's processor time.
 */
const KNOWN = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The shell for most tests, and the whole browser for those of the extension; not every system has the shell as a package. */
const BROWSERS = [['chromium-headless-shell', 'chromium'], ['chromium']]
/** Chinese pages are legible, and measured as users see them, only with a Chinese font. */
const FONT = 'fonts-wqy-microhei'

/** @returns {string | undefined} path of a Chromium on this machine; CHROMIUM_PATH has priority */
export function findChromium() {
  const given = process.env['CHROMIUM_PATH']
  return [...(given ? [given] : []), ...KNOWN, ...playwrightCaches()].find(isProgram)
}

/** @returns {string | undefined} a Chromium that can load extensions, which the headless shell cannot */
export function findWholeChromium() {
  const given = process.env['CHROMIUM_PATH']
  return [...(given ? [given] : []), ...KNOWN, ...playwrightCaches()].find(
    (path) => !/headless.shell/.test(path) && isProgram(path),
  )
}

/**
 * Finds a Chromium, or installs Debian's when possible.
 * @param {{ log: (line: string) => void }} options
 * @returns {string}
 */
export function ensureChromium({ log }) {
  const found = findChromium()
  const isComplete = findWholeChromium() !== undefined && hasChineseFont()
  if (found && (isComplete || !canInstall())) return found
  if (!canInstall())
    throw new UserError('没有找到 Chromium：请安装 Chromium 或 Chrome（或用 CHROMIUM_PATH 指明它的位置）后重试。')
  // An installed browser is not changed without need: installing a second package of Debian brings both to one version.
  const missing = findWholeChromium() ? [[]] : found ? [['chromium']] : BROWSERS
  const wanted = missing.map((browsers) => [...browsers, FONT])
  log(`安装 ${wanted[0].join('、')}`)
  const install = () => wanted.some((names) => apt(['install', '-y', '--no-install-recommends', ...names]))
  if (!install()) {
    apt(['update'])
    if (!install() && !found)
      throw new UserError(
        'Chromium 安装失败：apt-get 没有成功，请检查网络与软件源，或用 CHROMIUM_PATH 指明已有的浏览器。',
      )
  }
  const installed = findChromium()
  if (!installed) throw new UserError('Chromium 已安装，但没有在预期位置找到，请用 CHROMIUM_PATH 指明。')
  return installed
}

/**
 * The options for playwright-core's `chromium.launch`. As root Chromium has no sandbox; without the background flags it contacts Google's
 * hosts at every start.
 * @param {string} executablePath
 * @returns {{ executablePath: string, headless: boolean, args: string[] }}
 */
export function launchOptions(executablePath) {
  const args = [
    '--disable-gpu',
    '--disable-quic',
    '--disable-dev-shm-usage',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ]
  if (process.getuid?.() === 0) args.push('--no-sandbox')
  return { executablePath, headless: true, args }
}

/** @returns {string[]} */
function playwrightCaches() {
  const root = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(root)) return []
  const versions = readdirSync(root).toSorted().toReversed()
  const of = (kind, ...programs) =>
    versions.filter((name) => name.startsWith(kind)).flatMap((name) => programs.map((path) => join(root, name, path)))
  return [
    ...of(
      'chromium_headless_shell-',
      'chrome-headless-shell-linux64/chrome-headless-shell',
      'chrome-linux/headless_shell',
    ),
    ...of('chromium-', 'chrome-linux/chrome', 'chrome-linux64/chrome'),
  ]
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function hasChineseFont() {
  const listed = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return listed.status === 0 && listed.stdout.trim() !== ''
}

function canInstall() {
  return process.getuid?.() === 0 && isProgram('/usr/bin/apt-get')
}

/** @param {string[]} args @returns {boolean} */
function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', ['-q', ...args], { stdio: 'ignore', env }).status === 0
}
