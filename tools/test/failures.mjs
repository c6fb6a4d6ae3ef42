import { relative, sep } from 'node:path'

/** Characters of a failure's message. */
const MESSAGE = 240

/**
 * One line for each failed test of vitest's JSON report, so that the end of a long output names all of them.
 * @param {{ name: string, status: string, message?: string,
 *   assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[]} files
 * @param {string} root
 * @returns {string[]} path from the root, name of the test, beginning of the message
 */
export function failuresIn(files, root) {
  return files
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, message = '', assertionResults }) => {
      const path = relative(root, name).split(sep).join('/')
      const failed = assertionResults.filter(({ status }) => status === 'failed')
      // A file that could not be loaded, or whose preparation failed, has a message of its own.
      if (failed.length === 0) return [`${path}：${beginningOf(message)}`]
      return failed.map(({ fullName, failureMessages }) => `${path} › ${fullName}：${beginningOf(failureMessages[0])}`)
    })
}

const beginningOf = (message = '') => message.replaceAll(/\s+/g, ' ').trim().slice(0, MESSAGE)
