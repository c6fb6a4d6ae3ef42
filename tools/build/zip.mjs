import { crc32, deflateRawSync } from 'node:zlib'

/** 1 January 1980, so that the same files give the same archive. */
const DOS_DATE = 0x0021
/** Names are UTF-8. */
const FLAGS = 0x0800
const DEFLATE = 8

/**
 * A ZIP archive of a few small files.
 * @param {{ name: string, bytes: Buffer }[]} files
 * @returns {Buffer}
 */
export function zipOf(files) {
  const parts = []
  const listed = []
  let offset = 0
  for (const { name, bytes } of files) {
    const packed = deflateRawSync(bytes, { level: 9 })
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(FLAGS, 2)
    about.writeUInt16LE(DEFLATE, 4)
    about.writeUInt16LE(DOS_DATE, 8)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(packed.length, 14)
    about.writeUInt32LE(bytes.length, 18)
    about.writeUInt16LE(Buffer.byteLength(name), 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), about, Buffer.from(name), packed])
    const at = Buffer.alloc(14)
    at.writeUInt32LE(offset, 10)
    listed.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), about, at, Buffer.from(name)]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(listed)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(files.length, 8)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}
