import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as bodyOf } from 'node:stream/consumers'

const KEY = '279a2e9d-83b3-c416-7e2d-f721593e42a0:fx'
/** The words of the journey's products. */
const words = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(', ').map((pair) => pair.split(' ') as [string, string]))
const WORDS: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  DE: words('garden Garten, lamp Lampe, for für, the den, color Farbe, red Rot, blue Blau'),
  FR: words('garden jardin, lamp lampe, for pour, the le, color Couleur, red Rouge, blue Bleu'),
  JA: words('garden ガーデン, lamp ランプ, for 用, the この, color カラー, red 赤, blue 青'),
}
/** Not translated: tags, entities, placeholders, numbers with the unit of the journey's products, and words marked with `translate="no"`. */
const KEPT = /<span translate="no"[^>]*>[^<]*<\/span>|<[^>]*>|\{\{[^{}]*\}\}|&\w+;|\d+(?: W\b)?|[^A-Za-z<{&\d]+/

/**
 * Answers as DeepL does (`POST /v2/translate`, developers.deepl.com): word by word from a list. `characters` counts what it was
 * sent, as DeepL bills it.
 */
export async function openProvider() {
  let characters = 0
  const server = createServer((request, response) => {
    void (async () => {
      const reply = (status: number, answer: object): void =>
        void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
      if (request.headers.authorization !== `DeepL-Auth-Key ${KEY}`) return reply(403, { message: 'Forbidden' })
      const { text, target_lang: target } = JSON.parse(await bodyOf(request)) as { text: string[]; target_lang: string }
      characters += text.reduce((sum, one) => sum + Array.from(one).length, 0)
      const translations = text.map((one) => ({
        detected_source_language: 'EN',
        text: translated(one, WORDS[target] ?? new Map()),
      }))
      return reply(200, { translations })
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    key: KEY,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    characters: () => characters,
    close(): void {
      server.closeAllConnections()
      server.close()
    },
  }
}

const translated = (text: string, known: ReadonlyMap<string, string>): string =>
  text
    .split(new RegExp(`(${KEPT.source})`))
    .map((piece) => (piece === '' || KEPT.test(piece) ? piece : (known.get(piece.toLowerCase()) ?? piece)))
    .join('')
