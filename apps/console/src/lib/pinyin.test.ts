import { expect, test } from 'vitest'
import { pinyinInitials } from './pinyin.ts'

test.each([
  ['账号管理', 'zhgl'],
  ['1688选品', '1688xp'],
  ['采购单列表', 'cgdlb'],
  ['连接与参数', 'ljycs'],
  ['富文本测试', 'fwbcs'],
  ['SKU 明细', 'sku mx'],
])('%s is found by %s', (text, initials) => expect(pinyinInitials(text)).toBe(initials))
