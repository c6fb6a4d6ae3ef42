export type EmbeddedDatabaseFaultCode =
  | 'in-use'
  | 'damaged'
  | 'disk-full'
  | 'version-mismatch'
  | 'no-permission'
  | 'unsupported-platform'
  | 'port-taken'
  | 'out-of-memory'
  | 'not-started'

/**
 * The reason why the embedded database could not be opened. `sentence`: one complete Chinese sentence for the person at the console (what
 * is wrong, where, what to do). `message` repeats it for logs, and `cause` is the error of PostgreSQL or the system.
 */
export class EmbeddedDatabaseFault extends Error {
  readonly code: EmbeddedDatabaseFaultCode
  readonly sentence: string

  constructor(code: EmbeddedDatabaseFaultCode, sentence: string, cause?: unknown) {
    super(sentence, cause === undefined ? undefined : { cause })
    this.name = 'EmbeddedDatabaseFault'
    this.code = code
    this.sentence = sentence
  }
}

/** The `code` of a Node system error or of a PostgreSQL error (SQLSTATE), else undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** Turns a system error for `path` into a fault; an unknown error is returned unchanged. */
export function faultOfSystemError(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new EmbeddedDatabaseFault(
        'no-permission',
        `没有权限写入数据库目录 ${path}，请检查该目录的所有者与读写权限（或用 HUOQIAO_DATA 换一个目录）。`,
        error,
      )
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFull(path, error)
    case 'ENOTDIR':
    case 'EEXIST':
      return new EmbeddedDatabaseFault(
        'no-permission',
        `数据库目录 ${path} 的位置上已有一个同名文件，请移开它。`,
        error,
      )
    default:
      return error
  }
}

export function diskFull(path: string, cause?: unknown): EmbeddedDatabaseFault {
  return new EmbeddedDatabaseFault('disk-full', `磁盘空间不足，数据库目录 ${path} 无法写入，请清出空间后重试。`, cause)
}

export function damaged(path: string, cause?: unknown): EmbeddedDatabaseFault {
  return new EmbeddedDatabaseFault(
    'damaged',
    `数据库目录 ${path} 已损坏，无法打开；请先把它整个复制一份留存，再从备份恢复，或移走该目录以全新开始。`,
    cause,
  )
}
