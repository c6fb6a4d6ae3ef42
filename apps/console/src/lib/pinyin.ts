/** The first common character of each letter in pinyin order; the browser's collation finds the letter of a character by them. */
const FIRST_OF: readonly (readonly [letter: string, character: string])[] = [
  ['a', '吖'],
  ['b', '八'],
  ['c', '嚓'],
  ['d', '咑'],
  ['e', '妸'],
  ['f', '发'],
  ['g', '旮'],
  ['h', '哈'],
  ['j', '丌'],
  ['k', '咔'],
  ['l', '垃'],
  ['m', '妈'],
  ['n', '拏'],
  ['o', '噢'],
  ['p', '趴'],
  ['q', '七'],
  ['r', '蚺'],
  ['s', '仨'],
  ['t', '他'],
  ['w', '挖'],
  ['x', '夕'],
  ['y', '压'],
  ['z', '匝'],
]
const byPinyin = new Intl.Collator('zh-CN-u-co-pinyin')
const HAN = /\p{Script=Han}/u

/** 账号管理 → zhgl; characters that are not Chinese stay, in lower case. A character with several readings uses its first. */
export const pinyinInitials = (text: string): string =>
  Array.from(text, (character) => {
    if (!HAN.test(character)) return character.toLowerCase()
    return FIRST_OF.findLast(([, first]) => byPinyin.compare(character, first) >= 0)?.[0] ?? character
  }).join('')
