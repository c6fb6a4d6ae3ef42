import {
  chmodSync,
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'

/** A longer line without an end is written in parts. */
const LINE_MOST_BYTES = 64 * 1024
const NEW_LINE = 10

/**
 * @typedef {{ folder: string, maxBytes: number, keep: number }} LogSettings `keep`: how many older files are kept beside the present one
 * @typedef {{ take: (output: import('node:stream').Readable) => void, close: () => void }} LogFile
 */

/**
 * `<name>.log` in the folder. This process writes a program's output into it, so that the file can be rotated while the program runs: to
 * `.1` when it is full or from yesterday, the older ones to the next number. No line is split, and only the operator can read the files.
 * Output that cannot be written (a full disk) is counted and reported when there is room again: the log never stops the program.
 * @param {string} name
 * @param {LogSettings} settings
 * @param {() => Date} [now]
 * @returns {LogFile}
 */
export function openLogFile(name, { folder, maxBytes, keep }, now = () => new Date()) {
  const path = join(folder, `${name}.log`)
  keepToOwner(folder)
  let file = openForOwner(path)
  let { size, mtime } = fstatSync(file)
  let day = dayOf(size > 0 ? mtime : now())
  let lostBytes = 0

  function putAside() {
    try {
      for (const old of olderThan(folder, name, keep - 1)) rmSync(join(folder, old), { force: true })
      for (let at = keep - 1; at >= 1; at -= 1) renameIfThere(`${path}.${at}`, `${path}.${at + 1}`)
      renameIfThere(path, `${path}.1`)
      const next = openForOwner(path)
      closeSync(file)
      file = next
      size = fstatSync(file).size
    } catch {
      // After any error writing continues in the present file, and rotation is tried again when another `maxBytes` were written.
      size = 0
    }
    day = dayOf(now())
  }

  /** @param {Buffer} lines */
  function put(lines) {
    try {
      if (lostBytes > 0) {
        const data = {
          level: 40,
          time: now().toISOString(),
          bytes: lostBytes,
          msg: 'the log could not be written: this much is missing',
        }
        size += writeSync(file, `${JSON.stringify(data)}\n`)
        lostBytes = 0
      }
      for (let done = 0; done < lines.length;) done += writeSync(file, lines, done)
      size += lines.length
    } catch {
      lostBytes += lines.length
    }
  }

  /** @param {Buffer} lines whole ones */
  function write(lines) {
    if (size > 0 && day !== dayOf(now())) putAside()
    for (let rest = lines; rest.length > 0;) {
      const room = maxBytes - size
      let cut = rest.length <= room ? rest.length : room <= 0 ? 0 : rest.lastIndexOf(NEW_LINE, room - 1) + 1
      if (cut === 0 && size > 0) {
        putAside()
        continue
      }
      // A line longer than `maxBytes` gets a file of its own.
      if (cut === 0) cut = rest.indexOf(NEW_LINE) + 1 || rest.length
      put(rest.subarray(0, cut))
      rest = rest.subarray(cut)
    }
  }

  return {
    take(output) {
      let begun = Buffer.alloc(0)
      output.on('data', (part) => {
        const data = begun.length === 0 ? part : Buffer.concat([begun, part])
        const end = data.lastIndexOf(NEW_LINE) + 1
        if (end > 0) write(data.subarray(0, end))
        begun = data.subarray(end)
        if (begun.length > LINE_MOST_BYTES) {
          write(begun)
          begun = Buffer.alloc(0)
        }
      })
      output.on('end', () => begun.length > 0 && write(Buffer.concat([begun, Buffer.from('\n')])))
      output.on('error', () => undefined)
    },
    close: () => closeSync(file),
  }
}

/**
 * Makes the log folder private: other users of this machine cannot read it, nor the files that an older version wrote. @param {string}
 * folder
 */
export function keepToOwner(folder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
}

/** @param {string} path @returns {number} file descriptor */
function openForOwner(path) {
  const file = openSync(path, 'a', 0o600)
  fchmodSync(file, 0o600)
  return file
}

/** @param {Date} at @returns {string} the day by this machine's own time */
const dayOf = (at) => `${at.getFullYear()}-${at.getMonth() + 1}-${at.getDate()}`

/** Includes files left by an installation that kept more of them. @param {string} folder @param {string} name @param {number} most */
const olderThan = (folder, name, most) =>
  readdirSync(folder).filter((file) => file.startsWith(`${name}.log.`) && Number(file.slice(name.length + 5)) > most)

/** @param {string} from @param {string} to */
function renameIfThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}
