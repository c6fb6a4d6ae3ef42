import { placeOf } from './places.mjs'

/** Rules that hold for every file, wherever it is. */

const EMPTY_NAMES = /^(utils?|helpers?|common|misc)$/
/** A soft limit: for a longer file, check whether it has two subjects. */
const LINES = 300

/**
 * @param {string} path
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkName(path, fault) {
  for (const part of path.split('/')) {
    if (part.split(/[.-]/).some((word) => EMPTY_NAMES.test(word)))
      fault(1, 'name', `"${part}" says nothing: name the thing`)
  }
}

/**
 * @param {import('./read.mjs').Facts} facts
 * @param {(line: number, rule: string, text: string) => void} fault
 * @param {(line: number, rule: string, text: string) => void} warn
 */
export function checkPlain(facts, fault, warn) {
  for (const line of facts.anys) fault(line, 'any', 'the type `any` switches the checks off')
  if (facts.lines > LINES) warn(facts.lines, 'length', `${facts.lines} lines: does one hold two things?`)
  const place = placeOf(facts.path)
  if (place?.workspace === 'kit' && !place.test)
    for (const line of facts.clocks) fault(line, 'kit', 'the kit reads neither clock nor chance')
}

/** Written in parts, because this file is checked too. */
const MACHINE_PATHS = [
  /(?:^|[^\w.])\/(?:work|farm)\//,
  /(?:^|[^\w.])\/tmp\/bash[_]jobs/,
  /(?:^|[^\w./-])\/(?:home|Users)\/[a-z][\w-]*\//,
  /(?:^|[^\w./-])\/root\//,
  /registry[.](?:npm|yarn)/,
  /"resolved": *"http/,
]

/**
 * A tracked file must not contain paths of one machine, nor the name of a host that packages came from.
 * @param {string} text
 * @param {(line: number, rule: string, text: string) => void} fault
 */
export function checkMachinePaths(text, fault) {
  text.split('\n').forEach((content, index) => {
    const found = MACHINE_PATHS.map((pattern) => pattern.exec(content)?.[0]).find(Boolean)
    if (found) fault(index + 1, 'machine', `"${found.trim()}" belongs to one machine or package host`)
  })
}
