import { NOTICE_KINDS, NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'

export const KIND_OPTIONS = Object.entries(NOTICE_KINDS).map(([value, label]) => ({ value, label }))
export const LEVEL_OPTIONS = Object.entries(NOTICE_LEVELS).map(([value, { label }]) => ({ value, label }))
