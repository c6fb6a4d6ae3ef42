import type { FieldsOf } from '../fields.ts'
import { CAN, VERSION } from '../fields.ts'
import type { ProductPicture } from './pictures.schema.ts'
import { PICTURE_LANGUAGES, PICTURE_ORIGINS, PICTURE_STATES } from './pictures.status.ts'

export const PICTURE_FIELDS = {
  pictureId: { label: '图片', format: 'internal' },
  label: { label: '图片', format: 'text' },
  url: { label: '图片', format: 'internal' },
  state: { label: '图片上的文字', format: 'choice', choices: PICTURE_STATES },
  words: { label: '文字', format: 'text' },
  language: { label: '文字的语言', format: 'choice', choices: PICTURE_LANGUAGES },
  origin: { label: '谁看的', format: 'choice', choices: PICTURE_ORIGINS },
  providerName: { label: '翻译服务', format: 'text' },
  by: { label: '操作人', format: 'text' },
  at: { label: '看于', format: 'time' },
  version: VERSION,
  needsOwn: { label: '需换图', format: 'yes-no' },
  accepted: { label: '这样就行', format: 'yes-no' },
  can: CAN,
} as const satisfies FieldsOf<ProductPicture>
