import { damaged, diskFull, EmbeddedDatabaseFault } from './fault.ts'

/** Paths and port to name in the message. */
export type DiagnosisPlace = { cluster: string; logFile: string; port?: number }

const DAMAGE = [
  /could not locate a valid checkpoint record/,
  /invalid (?:primary )?checkpoint record/,
  /incorrect checksum in control file/,
  /could not (?:open|read|find|stat) (?:file|directory) "(?:global|pg_|base|\.)/,
  /could not find the database system/,
  /is not a valid data directory/,
  /invalid page in block|page verification failed/,
  /could not read block/,
  /control file contains invalid/,
  /read only \d+ of \d+ bytes/,
  // Bounded: lines that our own PostgreSQL wrote.
  /could not load .*pg_(?:hba|ident)/,
  /could not access the server configuration file/,
]

/**
 * Turns PostgreSQL's last log output into one fault. `output`: the part of its log that this start wrote (always English: we start it with
 * lc_messages=C). The order matters: a full disk also leaves unreadable files behind.
 */
export function diagnose(output: string, place: DiagnosisPlace): EmbeddedDatabaseFault {
  const cause = output.trim().slice(-2000)
  if (/No space left on device|Disk quota exceeded/.test(output)) return diskFull(place.cluster, cause)
  if (/database files are incompatible with server/.test(output))
    return versionMismatch(place.cluster, undefined, cause)
  if (/could not bind|Address already in use|could not create any TCP\/IP sockets/.test(output))
    return new EmbeddedDatabaseFault('port-taken', `数据库端口 ${place.port ?? ''} 已被占用，请换一个端口。`, cause)
  if (/lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(output))
    return inUse(place.cluster, undefined, cause)
  // Bounded: lines that our own PostgreSQL wrote.
  if (/Cannot allocate memory|could not (?:create|map) .*shared memory/.test(output))
    return new EmbeddedDatabaseFault('out-of-memory', '内存不足，嵌入式数据库（约需 200 MB）无法启动。', cause)
  if (DAMAGE.some((pattern) => pattern.test(output))) return damaged(place.cluster, cause)
  if (/Permission denied|wrong ownership|invalid permissions|Read-only file system/.test(output))
    return new EmbeddedDatabaseFault(
      'no-permission',
      `没有权限读写数据库目录 ${place.cluster}，请检查该目录的所有者与读写权限。`,
      cause,
    )
  const last = output
    .split('\n')
    .filter((line) => /FATAL|PANIC|ERROR|error/.test(line))
    .pop()
  return new EmbeddedDatabaseFault(
    'not-started',
    `嵌入式数据库没有启动成功${last ? `（${last.trim()}）` : ''}，详见 ${place.logFile}。`,
    cause,
  )
}

/** `holder`: process id of the Huoqiao process that has it open, if known. */
export function inUse(cluster: string, holder: number | undefined, cause?: unknown): EmbeddedDatabaseFault {
  const who = holder === undefined ? '另一个进程' : `另一个货桥进程（PID ${holder}）`
  return new EmbeddedDatabaseFault('in-use', `数据库目录 ${cluster} 正被${who}使用，请先结束它，或换一个目录。`, cause)
}

export function versionMismatch(cluster: string, found: string | undefined, cause?: unknown): EmbeddedDatabaseFault {
  return new EmbeddedDatabaseFault(
    'version-mismatch',
    `数据库目录 ${cluster} 由另一版本的 PostgreSQL${found ? `（${found}）` : ''}创建，本程序无法直接打开，请按 docs/operations.md 的升级步骤迁移数据。`,
    cause,
  )
}
