import { relative, sep } from 'node:path'

/** If more files than this fail at once, it is not by chance. */
const MOST_FILES = 3

/**
 * These prove that money is spent and a shop is written at most once. A failure seen one time in a hundred is the defect itself, so
 * they never get a second try.
 */
const NEVER = [
  /^apps\/server\/test\/kill\./,
  /^apps\/server\/src\/features\/(placement|purchases|deliveries|inbox)\//,
  /^e2e\/(storm|money-journey|placing-screens|purchase-acts)/,
  /lost-answers|once|concurren/,
]

/** The longest file of all: a CI of 90 minutes has no time for it twice. */
const TOO_LONG = [/^e2e\/walk\.test/]

/**
 * The files that may run once more, alone and with new data, after a stage failed; none if the failure is final.
 * @param {string[]} failed the absolute paths of the files that failed
 * @param {string} root
 * @returns {string[]} paths from the root, with slashes
 */
export function secondTry(failed, root) {
  const files = failed.map((file) => relative(root, file).split(sep).join('/'))
  const mayTry =
    files.length <= MOST_FILES && files.every((file) => ![...NEVER, ...TOO_LONG].some((rule) => rule.test(file)))
  return mayTry ? files : []
}
