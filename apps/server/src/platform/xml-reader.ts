import { setImmediate } from 'node:timers/promises'
import sax from 'sax'
import type { SAXParser } from 'sax'
import { SheetFault } from './zip-reader.ts'

/** Far above what any office program writes. */
const LIMITS = { depth: 64, attributes: 64 } as const
/** Parsed in about a millisecond; other work runs between two chunks. */
const PIECE = 64 * 1024

/** Names come without their prefix. */
export type XmlVisitor = {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(text: string): void
  close?(name: string): void
}

/**
 * Parses untrusted XML text (UTF-8) in one pass and in linear time, whatever it contains, with other work between chunks. A document type
 * declaration (used for entity attacks) and anything not well-formed are refused.
 */
export async function walkXml(pieces: AsyncIterable<Buffer>, visitor: XmlVisitor): Promise<void> {
  const parser = sax.parser(true)
  let depth = 0
  let attributes = 0
  const heard: Partial<SAXParser> = {
    onerror: (error) => {
      throw new SheetFault('文件已损坏', { cause: error })
    },
    ondoctype: () => {
      throw new SheetFault('文件里有不允许的内容')
    },
    onattribute: () => {
      if (++attributes > LIMITS.attributes) throw new SheetFault('文件已损坏')
    },
    onopentag: ({ name, attributes: values }) => {
      attributes = 0
      if (++depth > LIMITS.depth) throw new SheetFault('文件已损坏')
      visitor.open?.(bare(name), values as Record<string, string>)
    },
    onclosetag: (name) => {
      depth--
      visitor.close?.(bare(name))
    },
    ontext: (text) => visitor.text?.(text),
    oncdata: (text) => visitor.text?.(text),
  }
  Object.assign(parser, heard)

  const decoder = new TextDecoder('utf-8')
  for await (const piece of pieces) {
    for (let at = 0; at < piece.length; at += PIECE) {
      parser.write(decoder.decode(piece.subarray(at, at + PIECE), { stream: true }))
      await setImmediate()
    }
  }
  parser.write(decoder.decode()).close()
}

const bare = (name: string): string => name.slice(name.indexOf(':') + 1)
