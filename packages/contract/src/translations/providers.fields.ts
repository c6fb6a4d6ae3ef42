import type { FieldsOf } from '../fields.ts'
import { CAN, ID, VERSION } from '../fields.ts'
import type { ProviderFields, TranslationProvider } from './providers.schema.ts'
import { PROVIDER_KINDS } from './providers.status.ts'

export const PROVIDER_FIELDS = {
  id: ID,
  name: { label: '服务名称', format: 'text' },
  kind: { label: '服务类型', format: 'choice', choices: PROVIDER_KINDS },
  enabled: { label: '启用', format: 'yes-no' },
  position: { label: '顺序', format: 'count' },
  address: { label: '接口地址', format: 'text' },
  keyId: { label: 'AccessKey ID', format: 'text' },
  secretKey: { label: '接口密钥', format: 'text' },
  region: { label: '区域', format: 'text' },
  model: { label: '模型', format: 'text' },
  tone: { label: '语气和要求', format: 'text' },
  timeoutSeconds: { label: '最长等待（秒）', format: 'count' },
  pricePerMillion: { label: '每百万字符价格', format: 'fen' },
  monthlyBudget: { label: '每月预算', format: 'fen' },
  readsPictures: { label: '能识别图片上的文字', format: 'yes-no' },
  pricePerPicture: { label: '每张图片价格', format: 'fen' },
  hasKey: { label: '已保存密钥', format: 'yes-no' },
  monthChars: { label: '本月字符', format: 'count' },
  monthPictures: { label: '本月图片', format: 'count' },
  monthSpent: { label: '本月花费', format: 'fen' },
  lastProblem: { label: '最近一次的问题', format: 'text' },
  lastUsedAt: { label: '最近使用', format: 'time' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<TranslationProvider, ProviderFields>
