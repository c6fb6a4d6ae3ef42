import type { FieldsOf } from '../fields.ts'
import { CAN, ID, VERSION } from '../fields.ts'
import { ENVIRONMENTS } from '../stores/stores.status.ts'
import type { MarketplaceAccount, MarketplaceAccountFields } from './marketplace.endpoints.ts'
import { MARKETPLACE_HEALTH } from './marketplace.status.ts'

export const MARKETPLACE_ACCOUNT_FIELDS = {
  id: ID,
  name: { label: '名称', format: 'text' },
  gateway: { label: '网关', format: 'text' },
  environment: { label: '环境', format: 'choice', choices: ENVIRONMENTS },
  appKey: { label: 'AppKey', format: 'text' },
  appSecret: { label: 'AppSecret', format: 'text' },
  accessToken: { label: '访问令牌', format: 'text' },
  refreshToken: { label: '续期令牌', format: 'text' },
  endsOn: { label: '令牌到期日', format: 'text' },
  loginId: { label: '1688登录名', format: 'text' },
  isDefault: { label: '默认账号', format: 'yes-no' },
  hasSecret: { label: '已保存AppSecret', format: 'yes-no' },
  hasRefreshToken: { label: '有续期令牌', format: 'yes-no' },
  tokenExpiresAt: { label: '访问令牌到期', format: 'time' },
  refreshTokenExpiresAt: { label: '授权到期', format: 'time' },
  permissions: { label: '接口权限', format: 'list' },
  health: { label: '连接状态', format: 'choice', choices: MARKETPLACE_HEALTH },
  healthMessage: { label: '连接说明', format: 'text' },
  checkedAt: { label: '上次检查', format: 'time' },
  version: VERSION,
  can: CAN,
} satisfies FieldsOf<MarketplaceAccount, MarketplaceAccountFields>
