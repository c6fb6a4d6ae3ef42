import type { RefusalWord } from '@huoqiao/contract'

/** "13812341234" → "138****1234"; short numbers keep their last two digits. */
export function maskPhone(phone: string): string {
  if (phone.length >= 9) return `${phone.slice(0, -8)}****${phone.slice(-4)}`
  return phone.length > 2 ? `${'*'.repeat(phone.length - 2)}${phone.slice(-2)}` : phone
}

export type AccountAct = 'updateAdminUser' | 'deleteUsers' | 'suspend' | 'activate' | 'unbind' | 'resetPasswordById'

/** What must be known about the actor to decide what they may do with an account. */
export type Authority = {
  actorId: string
  actorIsAdmin: boolean
  activeAdmins: number
  /** accounts with a right that the actor lacks: taking over such an account would give the actor that right */
  above: ReadonlySet<string>
}
export type Judged = {
  id: string
  roleType: 0 | 1
  status: 'active' | 'suspended'
  totpSecret: string | null
  authenticatorDemanded: boolean
}
export type No = { word: RefusalWord; why: string }

/** Nobody may suspend, delete or demote themselves or the last administrator, or act on an account with more rights. */
export function whyNot(act: AccountAct, row: Judged, authority: Authority): No | undefined {
  const self = row.id === authority.actorId
  if (!self && authority.above.has(row.id)) return { word: 'grant-not-held', why: '这个账号的权限高于你' }
  switch (act) {
    case 'deleteUsers':
    case 'suspend':
      if (self) return { word: 'not-yourself', why: '不能停用或删除自己' }
      if (isLastAdmin(row, authority)) return { word: 'last-admin', why: '这是最后一个管理员' }
      return act === 'suspend' && row.status === 'suspended'
        ? { word: 'state-not-allowed', why: '已经是停用状态' }
        : undefined
    case 'activate':
      return row.status === 'active' ? { word: 'state-not-allowed', why: '已经是启用状态' } : undefined
    case 'unbind':
      if (row.totpSecret === null) return { word: 'state-not-allowed', why: '没有绑定身份验证器' }
      return self && row.authenticatorDemanded
        ? { word: 'not-yourself', why: '你的角色要求使用身份验证器，不能自己解绑' }
        : undefined
    case 'resetPasswordById':
      return self ? { word: 'not-yourself', why: '自己的密码请用“修改密码”，要先输入旧密码' } : undefined
    default:
      return undefined
  }
}

const isLastAdmin = (row: Judged, authority: Pick<Authority, 'activeAdmins'>): boolean =>
  row.roleType === 1 && row.status === 'active' && authority.activeAdmins <= 1

/** Why an account's type may not become `wanted`; undefined: it may. */
export function whyNotType(wanted: 0 | 1, row: Judged, authority: Authority): No | undefined {
  if (wanted === row.roleType) return undefined
  if (wanted === 1)
    return authority.actorIsAdmin ? undefined : { word: 'grant-not-held', why: '只有管理员能任命管理员' }
  if (row.id === authority.actorId) return { word: 'not-yourself', why: '不能把自己降为普通用户' }
  return isLastAdmin(row, authority) ? { word: 'last-admin', why: '这是最后一个管理员' } : undefined
}
