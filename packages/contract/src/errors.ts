import { CODE } from './envelope.ts'

/**
 * The catalogue of refusals: a closed set of words. `msg` is the message for the person, `next` the proposed action. An endpoint names the
 * words that it may answer with.
 */
export type RefusalEntry = { code: number; msg: string; next?: { label: string; to?: string } }

/** One constant shared by server and console (decisions, section 1). */
export const LOGIN_FIRST = '请先登录'

export const REFUSALS = {
  'login-first': { code: CODE.refused, msg: LOGIN_FIRST, next: { label: '去登录', to: '/login' } },
  'session-over': { code: CODE.sessionOver, msg: '登录已失效，请重新登录', next: { label: '去登录', to: '/login' } },
  'no-right': { code: CODE.noRight, msg: '没有操作权限', next: { label: '请管理员在角色管理中授权' } },
  invalid: { code: CODE.invalid, msg: '提交的内容有误，请检查标出的字段' },
  'too-many': { code: CODE.tooMany, msg: '操作太频繁，请稍后再试' },
  fault: { code: CODE.fault, msg: '服务器内部错误', next: { label: '把请求编号告诉管理员' } },
  'storage-full': {
    code: CODE.unavailable,
    msg: '服务器磁盘已满，刚才的操作没有保存',
    next: { label: '请管理员清理磁盘空间，之后重试' },
  },
  'database-gone': {
    code: CODE.unavailable,
    msg: '数据库暂时连不上，刚才的操作没有完成',
    next: { label: '稍后重试；一直这样请联系管理员' },
  },
  'database-busy': {
    code: CODE.unavailable,
    msg: '数据库正忙，刚才的操作没有完成',
    next: { label: '稍后重试' },
  },
  'not-found': { code: CODE.refused, msg: '记录不存在或已被删除', next: { label: '刷新列表' } },
  stale: { code: CODE.conflict, msg: '这条记录已被别人修改，请核对后再保存', next: { label: '对比两份内容' } },
  'state-not-allowed': { code: CODE.conflict, msg: '当前状态不允许这个操作' },
  'over-limit': {
    code: CODE.conflict,
    msg: '超过你今天的限额',
    next: { label: '申请审批，由额度足够的人处理' },
  },
  unchanged: { code: CODE.conflict, msg: '没有需要修改的内容' },
  'name-taken': { code: CODE.conflict, msg: '名称或编码已被使用' },
  'in-use': { code: CODE.conflict, msg: '正在被使用，不能删除' },
  'login-failed': { code: CODE.refused, msg: '账号或密码错误' },
  'login-locked': { code: CODE.tooMany, msg: '失败次数过多，账号已临时锁定，请稍后再试' },
  'code-needed': { code: CODE.refused, msg: '请输入验证码' },
  'code-wrong': { code: CODE.refused, msg: '验证码错误或已过期' },
  'account-suspended': { code: CODE.refused, msg: '账号已停用，请联系管理员' },
  'old-password-wrong': { code: CODE.refused, msg: '原密码错误' },
  'authenticator-first': {
    code: CODE.authenticatorFirst,
    msg: '你的角色要求使用身份验证器，请先绑定',
    next: { label: '绑定身份验证器' },
  },
  'must-change-password': { code: CODE.refused, msg: '请先修改初始密码', next: { label: '修改密码' } },
  'last-admin': { code: CODE.conflict, msg: '不能停用、删除或降级最后一个管理员' },
  'not-yourself': { code: CODE.conflict, msg: '不能对自己的账号做这个操作' },
  'grant-not-held': { code: CODE.noRight, msg: '不能授予自己没有的权限' },
  'would-be-own-ancestor': { code: CODE.conflict, msg: '不能把菜单移到自己的下级' },
  'no-marketplace-account': {
    code: CODE.refused,
    msg: '还没有可用的1688账号',
    next: { label: '去配置1688账号', to: '/system/systemconfig?tab=marketplace' },
  },
  'marketplace-unauthorised': {
    code: CODE.refused,
    msg: '1688授权已失效',
    next: { label: '重新授权1688账号', to: '/system/systemconfig?tab=marketplace' },
  },
  'consent-void': {
    code: CODE.refused,
    msg: '1688授权没有完成',
    next: { label: '重新授权', to: '/system/connect?step=consent' },
  },
  'marketplace-busy': { code: CODE.tooMany, msg: '1688接口繁忙，请稍后再试' },
  'marketplace-failed': { code: CODE.refused, msg: '1688返回错误', next: { label: '稍后重试' } },
  'collector-key-gone': {
    code: CODE.refused,
    msg: '采集密钥无效或已撤销',
    next: { label: '在货桥的“采集插件”页面新建密钥，填到插件的设置里' },
  },
  'too-many-keys': { code: CODE.conflict, msg: '使用中的采集密钥太多', next: { label: '先撤销不用的密钥' } },
  'offer-gone': { code: CODE.refused, msg: '货源已下架或不存在', next: { label: '换一个货源' } },
  'no-store': { code: CODE.refused, msg: '请先选择店铺', next: { label: '去添加店铺', to: '/system/systemconfig' } },
  'store-unauthorised': {
    code: CODE.refused,
    msg: '店铺授权已失效',
    next: { label: '重新授权店铺', to: '/system/systemconfig' },
  },
  'store-busy': { code: CODE.tooMany, msg: '店铺接口繁忙，请稍后再试' },
  'store-failed': { code: CODE.refused, msg: '店铺返回错误', next: { label: '稍后重试' } },
  'address-unreadable': {
    code: CODE.refused,
    msg: '无法识别这个地址，原文已保留',
    next: { label: '手动填写省市区和详细地址' },
  },
  'key-reused': { code: CODE.conflict, msg: '同一个提交编号已用于另一份内容，没有重复创建' },
  'over-received': {
    code: CODE.refused,
    msg: '收货数量超过采购数量',
    next: { label: '核对数量，或填写多收的原因' },
  },
  'beyond-sent': {
    code: CODE.refused,
    msg: '收货数量超过1688显示的数量',
    next: { label: '核对数量，或填写比1688显示的多也收货的原因' },
  },
  'already-shipped': { code: CODE.conflict, msg: '这些货已经发出或正在回传，不能收回' },
  'not-mergeable': { code: CODE.conflict, msg: '这些采购单不能合并', next: { label: '查看合并预览' } },
  'outcome-unknown': {
    code: CODE.refused,
    msg: '请求已发出，但没有收到结果，系统会先核对再继续',
    next: { label: '查看核对结果' },
  },
  'not-ready': { code: CODE.conflict, msg: '商品信息不完整，不能同步', next: { label: '去补全' } },
  'file-unset': { code: CODE.refused, msg: 'param:file is unset' },
  'storage-failed': {
    code: CODE.refused,
    msg: '文件存储出错',
    next: { label: '检查文件存储设置', to: '/system/systemconfig' },
  },
  'sms-failed': { code: CODE.refused, msg: '短信没有发出去，请稍后再试或联系管理员' },
  'alert-failed': { code: CODE.refused, msg: '告警没有发出去' },
  'file-refused': { code: CODE.refused, msg: '文件类型或大小不符合要求' },
  'provider-failed': { code: CODE.refused, msg: '翻译服务没有完成' },
  'bad-signature': { code: CODE.refused, msg: '签名校验失败' },
  'too-large': { code: CODE.refused, msg: '一次提交的数量太多' },
} as const satisfies Record<string, RefusalEntry>

export type RefusalWord = keyof typeof REFUSALS

/** HTTP-level status texts of specification section 8, in the words of decisions section 1. */
export const HTTP_STATUS_TEXT: Readonly<Record<number, string>> = {
  400: '请求错误',
  401: '未授权，请重新登录',
  403: '拒绝访问',
  404: '请求的资源不存在',
  405: '请求方法不允许',
  408: '请求超时',
  500: '服务器内部错误',
  501: '服务未实现',
  502: '网络错误',
  503: '服务不可用',
  504: '网络超时',
  505: 'HTTP版本不受支持',
}
export const UNKNOWN_STATUS_TEXT = '未知系统错误，请反馈给管理员'
export const statusText = (status: number): string => HTTP_STATUS_TEXT[status] ?? UNKNOWN_STATUS_TEXT
