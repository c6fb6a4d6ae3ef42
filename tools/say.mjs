/** What the tools print for the person at the terminal: one line each, in Chinese. */

/** An error with one clear sentence for a person; the tools print it without a stack. */
export class UserError extends Error {
  /** @param {string} sentence @param {unknown} [cause] */
  constructor(sentence, cause) {
    super(sentence, { cause })
    this.name = 'UserError'
  }
}

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** @param {string} line */
export function complain(line) {
  process.stderr.write(`${line}\n`)
}

/**
 * One sentence for an error: a UserError's own, a plain one for an error of the operating system, otherwise the error's message.
 * @param {unknown} error
 * @returns {string}
 */
export function sentenceOf(error) {
  if (error instanceof UserError) return error.message
  const { code, path, message } = /** @type {NodeJS.ErrnoException} */ (
    error instanceof Error ? error : new Error(String(error))
  )
  const place = path ? ` ${path}` : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return `磁盘空间不足，无法写入${place}，请清出空间后重试。`
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `没有权限写入${place}（目录只读，或此前由另一个用户启动过），请检查所有者与读写权限。`
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return `${path ?? ''} 的位置上已有一个同名文件，无法作为目录使用，请移开它。`
  return `出错了：${message}`
}
