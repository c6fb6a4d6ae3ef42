import { describe, expect, it } from 'vitest'
import { readDescriptionPage } from './description-page.ts'
import { detailAnswer, detailProduct } from './testing/answers.ts'
import { closeGatewayAfterEach, connected } from './testing/connected.ts'
import type { ScriptedAnswer } from './testing/scripted-gateway.ts'

closeGatewayAfterEach()

const HTML = '<p>Vacuum flask "500 ml"</p><img src="https://cbu01.alicdn.com/d.jpg">'

/** An offer whose two descriptions are addresses at the gateway, with the content of these addresses. */
async function offerWith(page: ScriptedAnswer) {
  const { connector, gateway, received } = await connected((call) =>
    call.path.startsWith('/openapi')
      ? {
          json: detailAnswer({
            ...detailProduct,
            description: `${gateway.url}/desc/zh`,
            descriptionTrans: `${gateway.url}/desc/en`,
          }),
        }
      : page,
  )
  const offer = await connector.getOffer({ offerId: '620201390233' })
  return { offer, asked: received.map((call) => call.path).filter((path) => path.startsWith('/desc')) }
}

describe('a description that is only an address', () => {
  it.each([
    ['HTML', HTML],
    ['a script with the content in an object', `var offer_details=${JSON.stringify({ offerId: 1, content: HTML })};`],
    ['a script with a text in double quotes', `var desc=${JSON.stringify(HTML)};`],
    ['a script with a text in single quotes', String.raw`var desc='${HTML.replaceAll('/', String.raw`\/`)}';`],
  ])('is read from there, original and translated: %s', async (_form, text) => {
    const { offer, asked } = await offerWith({ text })
    expect([offer.descriptionHtml, offer.descriptionHtmlTrans]).toEqual([HTML, HTML])
    expect(offer.descriptionTransUrl).toMatch(/\/desc\/en$/)
    expect(asked.toSorted()).toEqual(['/desc/en', '/desc/zh'])
  })

  it.each([
    ['a server error', { status: 500, text: 'no' }],
    ['a dropped connection', 'drop' as const],
    ['an empty page', { text: ' ' }],
    ['a script of something else', { text: 'var other = 5;' }],
    ['a redirect to another host', { status: 302, text: '', headers: { location: 'https://example.com/x' } }],
  ])('is empty, and never the address itself, after %s', async (_what, answer) => {
    const { offer } = await offerWith(answer)
    expect([offer.offerId, offer.descriptionHtml, offer.descriptionHtmlTrans]).toEqual(['620201390233', null, null])
  })
})

it.each([
  'https://evil1688.com/x',
  'https://1688.com.example.com/x',
  'http://127.0.0.1:22/x',
  'http://169.254.169.254/latest/meta-data',
  'https://itemcdn.tmall.com:8443/x',
  'https://user:secret@itemcdn.tmall.com/x',
  'file:///etc/passwd',
])('the address %s is never requested', async (address) => {
  const asked: unknown[] = []
  const fetched = (url: unknown): Promise<Response> => {
    asked.push(url)
    return Promise.resolve(new Response(HTML))
  }
  const deps = { gateway: 'https://gw.open.1688.com', fetch: fetched as typeof fetch }
  expect(await readDescriptionPage(address, deps)).toBeNull()
  expect(asked).toEqual([])
  expect(await readDescriptionPage('http://itemcdn.tmall.com/1688offer/icoss1', deps)).toBe(HTML)
  expect(asked).toEqual(['https://itemcdn.tmall.com/1688offer/icoss1'])
})
