import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { walkItems, walkPages } from './cursor-walk.ts'
import type { Page } from './cursor-walk.ts'

function listOf(items: readonly number[], size: number) {
  let asked = 0
  const fetchPage = (cursor: number | undefined): Promise<Page<number, number>> => {
    asked += 1
    const start = cursor ?? 0
    const end = start + size
    return Promise.resolve({ items: items.slice(start, end), next: end < items.length ? end : undefined })
  }
  return { fetchPage, asked: () => asked }
}

describe('a cursor walk', () => {
  it('yields every item once and in order, whatever the page size', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer()), fc.integer({ min: 1, max: 7 }), async (items, size) => {
        const seen: number[] = []
        for await (const item of walkItems(listOf(items, size).fetchPage)) seen.push(item)
        expect(seen).toEqual(items)
      }),
    )
  })

  it('asks for no page that nobody came for', async () => {
    const list = listOf([1, 2, 3, 4, 5, 6], 2)
    for await (const item of walkItems(list.fetchPage)) if (item === 3) break
    expect(list.asked()).toBe(2)
  })

  it('goes on from a cursor and stops at the page limit', async () => {
    const pages: (readonly number[])[] = []
    const list = listOf([1, 2, 3, 4, 5, 6], 1)
    for await (const page of walkPages(list.fetchPage, { from: 2, maxPages: 2 })) pages.push(page.items)
    expect(pages).toEqual([[3], [4]])
  })

  it('ends with an error when the remote hands out the same cursor again', async () => {
    const walk = walkItems((cursor: string | undefined) => Promise.resolve({ items: [cursor], next: 'a' }))
    await expect(
      (async () => {
        for await (const _item of walk) continue
      })(),
    ).rejects.toThrow('repeats the cursor "a"')
  })
})
