import { describe, expect, it, vi } from 'vitest'
import { memoryStorage } from '../../../../lib/local-storage.ts'
import { newerDraft, spareDraft } from './spare-draft.ts'

const ID = '01900000-0000-7000-8000-000000000001'

describe('a draft that the server does not have yet', () => {
  it('is in the browser for the person who typed it, until it is removed', () => {
    const storage = memoryStorage()
    spareDraft(storage, 'ann', ID).put(3, { title: 'typed' }, 100)
    expect(spareDraft(storage, 'ann', ID).read()).toEqual({
      version: 3,
      savedAt: 100,
      draft: { title: 'typed' },
      isHere: true,
    })
    expect(spareDraft(storage, 'bob', ID).read()).toBeNull()
    spareDraft(storage, 'ann', ID).remove()
    expect(spareDraft(storage, 'ann', ID).read()).toBeNull()
  })

  it('is used instead of the server’s only when it was typed later', () => {
    const server = { version: 3, savedAt: 200, draft: { title: 'elsewhere' } }
    const here = { version: 3, savedAt: 300, draft: { title: 'here' }, isHere: true }
    expect(newerDraft(server, here)).toBe(here)
    expect(newerDraft({ ...server, savedAt: 400 }, here)).toMatchObject({ savedAt: 400 })
    expect(newerDraft(null, here)).toBe(here)
    expect(newerDraft(server, null)).toBe(server)
  })

  it('prevents nobody from typing where the browser’s storage is full or has unreadable data', () => {
    const reported = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'error')].map((spy) =>
      spy.mockReturnValue(undefined),
    )
    const full = {
      ...memoryStorage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError')
      },
    }
    expect(() => spareDraft(full, 'ann', ID).put(1, { title: 'x' }, 1)).not.toThrow()
    const torn = { ...memoryStorage(), getItem: () => '{"version":' }
    expect(spareDraft(torn, 'ann', ID).read()).toBeNull()
    for (const spy of reported) {
      expect(spy).toHaveBeenCalledOnce()
      spy.mockRestore()
    }
  })
})
