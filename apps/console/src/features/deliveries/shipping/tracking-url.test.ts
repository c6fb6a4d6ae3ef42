import { describe, expect, it } from 'vitest'
import { exampleOf, templateOf, typedOf, urlsOf, wrongUrls } from './tracking-url.ts'

const carriers = {
  carriers: [
    { code: 'sf', label: '顺丰速运', knownCarrier: 'SF Express', urlTemplate: null },
    { code: 'yw', label: '燕文', knownCarrier: null, urlTemplate: 'https://yw.example/{number}' },
  ],
  known: ['YunExpress', '云途', 'SF Express', '顺丰速运'],
  urlTemplate: 'https://all.example/?n={number}&c={carrier}',
}

describe('the tracking address for the customer', () => {
  it('is the shop’s own for couriers that it knows, otherwise the courier’s own or the general one', () => {
    expect(templateOf(carriers, '顺丰速运')).toBeNull()
    expect(templateOf(carriers, 'yun express')).toBeNull()
    expect(templateOf(carriers, '燕文')).toBe('https://yw.example/{number}')
    expect(templateOf(carriers, '某某专线')).toBe(carriers.urlTemplate)
    expect(exampleOf(carriers.urlTemplate, '某 线', ['A1'])).toBe('https://all.example/?n=A1&c=%E6%9F%90%20%E7%BA%BF')
  })

  it('is typed once with {number}, or once per number', () => {
    expect(urlsOf('https://x.example/{number}', '线', ['A1', 'A2'])).toEqual([
      'https://x.example/A1',
      'https://x.example/A2',
    ])
    expect(urlsOf(' https://x.example/1  https://x.example/2 ', '线', ['A1', 'A2'])).toHaveLength(2)
    expect(typedOf(['https://x.example/A1', 'https://x.example/A2'], ['A1', 'A2'])).toBe('https://x.example/{number}')
    expect(typedOf(['https://x.example/own'], ['A1'])).toBe('')
    expect(wrongUrls('', '线', ['A1'])).toBeUndefined()
    expect(wrongUrls('https://x.example/1', '线', ['A1', 'A2'])).toContain('2 个网址')
    expect(wrongUrls('x.example/{number}', '线', ['A1'])).toContain('不是网址')
  })
})
