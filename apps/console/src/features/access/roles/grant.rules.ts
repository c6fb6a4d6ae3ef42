import type { RoleResources } from '@huoqiao/contract/access/access.schema'
import type { CompareRow } from '../../../ui/compare-table.tsx'

type Branch = { id: string; children?: readonly Branch[] }

/**
 * The entries to check: a group counts as held only when everything below it is held. Otherwise a group that was granted before an entry
 * was added to it would check the new entry too.
 */
export function heldWhole(branches: readonly Branch[], held: ReadonlySet<string>): string[] {
  const ticked: string[] = []
  const visit = (branch: Branch): boolean => {
    const children = branch.children ?? []
    const below = children.map(visit)
    const isWhole = children.length === 0 ? held.has(branch.id) : below.every(Boolean)
    if (isWhole) ticked.push(branch.id)
    return isWhole
  }
  for (const branch of branches) visit(branch)
  return ticked
}

/** `held` with all of `these` added or removed. */
export const withAll = (held: readonly string[], these: readonly string[], isHeld: boolean): string[] => {
  const touched = new Set(these)
  const rest = held.filter((one) => !touched.has(one))
  return isHeld ? [...rest, ...these] : rest
}

/** What was ticked, and what the role held when the form was opened; a draft of an earlier version of the console lacks the latter. */
export type GrantDraft = RoleResources & { from?: RoleResources }

/** What the role holds now, with the changes that were made in the form: what others granted meanwhile stays. */
export function grantsOn(now: RoleResources, { from, ...mine }: GrantDraft): RoleResources {
  if (from === undefined) return mine
  const merged = (key: keyof RoleResources): string[] => [
    ...now[key].filter((one) => mine[key].includes(one) || !from[key].includes(one)),
    ...gone(mine[key], [...from[key], ...now[key]]),
  ]
  return { menuIds: merged('menuIds'), rights: merged('rights'), elementIds: merged('elementIds') }
}

type Words = { menu: (id: string) => string; right: (right: string) => string; element: (id: string) => string }

/** For two people who granted at the same time: what each side added since the form was opened, and what each removed. */
export function compareGrants(
  opened: RoleResources,
  theirs: RoleResources,
  mine: RoleResources,
  words: Words,
): CompareRow[] {
  const row = (key: keyof RoleResources, label: string, word: (id: string) => string): CompareRow => {
    const [was, other, own] = [opened[key], theirs[key], mine[key]]
    const isTheirs = differs(was, other)
    const isMine = differs(was, own)
    return {
      key,
      label,
      storeNow: reported(was, other, word),
      ours: `${was.length} 项`,
      willBecome: reported(was, own, word),
      why: whoChanged(isTheirs, isMine),
      isChanged: isTheirs || isMine,
    }
  }
  return [
    row('menuIds', '菜单', words.menu),
    row('rights', '操作权限', words.right),
    row('elementIds', '页面元素', words.element),
  ]
}

const whoChanged = (isTheirs: boolean, isMine: boolean): string => {
  if (isTheirs) return isMine ? '两人都改了' : '只有别人改了'
  return isMine ? '只有您改了' : ''
}

const gone = (from: readonly string[], to: readonly string[]): string[] => from.filter((one) => !to.includes(one))
const differs = (was: readonly string[], is: readonly string[]): boolean =>
  gone(is, was).length > 0 || gone(was, is).length > 0

function reported(was: readonly string[], is: readonly string[], word: (id: string) => string): string {
  const added = gone(is, was).map(word)
  const taken = gone(was, is).map(word)
  const parts = [
    ...(added.length > 0 ? [`增加 ${added.join('、')}`] : []),
    ...(taken.length > 0 ? [`去掉 ${taken.join('、')}`] : []),
  ]
  return parts.length > 0 ? `${is.length} 项：${parts.join('；')}` : `${is.length} 项`
}
