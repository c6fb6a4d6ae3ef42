import { NOTICE_KINDS } from '@huoqiao/contract/notices/notices.endpoints'
import { expect, test } from 'vitest'
import { KINDS } from './notice.words.ts'

test('notices are called in the console what the contract calls them', () => {
  expect(KINDS).toEqual(NOTICE_KINDS)
})
