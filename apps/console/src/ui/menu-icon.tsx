import {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CloudDownloadOutlined,
  ContainerOutlined,
  DollarOutlined,
  EditOutlined,
  HistoryOutlined,
  HomeOutlined,
  InboxOutlined,
  KeyOutlined,
  LinkOutlined,
  MenuOutlined,
  SafetyOutlined,
  SearchOutlined,
  SettingOutlined,
  ShopOutlined,
  ShoppingCartOutlined,
  SyncOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { createElement, lazy, Suspense } from 'react'
import { firstCharacter } from '../lib/format.ts'

/** An icon whose code is loaded when a menu shows it; empty until then, or when loading fails. */
function more(name: string, displayName: string): ComponentType {
  const Icon = lazy(() =>
    import('./menu-icons.more.ts').then(
      ({ MORE_ICONS }) => ({ default: MORE_ICONS[name] ?? Nothing }),
      () => ({ default: Nothing }),
    ),
  )
  const Lazily = (): ReactNode => (
    <Suspense fallback={null}>
      <Icon />
    </Suspense>
  )
  return Object.assign(Lazily, { displayName })
}
const Nothing = (): ReactNode => null

/** Icons that a menu entry may name (`menuIcon`); Ant Design's own names for them work too. */
const ICONS: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  shop: ShopOutlined,
  appstore: AppstoreOutlined,
  link: LinkOutlined,
  book: BookOutlined,
  product: more('product', 'ShoppingOutlined'),
  search: SearchOutlined,
  collect: CloudDownloadOutlined,
  inbox: InboxOutlined,
  list: AppstoreOutlined,
  sync: SyncOutlined,
  price: DollarOutlined,
  tags: more('tags', 'TagsOutlined'),
  store: ShopOutlined,
  order: ContainerOutlined,
  purchase: ShoppingCartOutlined,
  review: more('review', 'AuditOutlined'),
  warning: AlertOutlined,
  notice: BellOutlined,
  setting: SettingOutlined,
  config: more('config', 'ControlOutlined'),
  account: UserOutlined,
  role: SafetyOutlined,
  team: more('team', 'TeamOutlined'),
  menu: MenuOutlined,
  dictionary: BookOutlined,
  element: KeyOutlined,
  log: HistoryOutlined,
  chart: BarChartOutlined,
  data: more('data', 'DatabaseOutlined'),
  test: more('test', 'ToolOutlined'),
  api: ApiOutlined,
  edit: EditOutlined,
  file: more('file', 'FileTextOutlined'),
}
const OWN_NAMES: ReadonlyMap<string, ComponentType> = new Map(
  Object.values(ICONS).map((icon) => [(icon as { displayName?: string }).displayName ?? '', icon]),
)

/** The icons to choose from for a menu entry, in the order of the picker. */
export const MENU_ICON_NAMES: readonly string[] = Object.keys(ICONS)

/** The icon of a menu entry; the first character of its text when the name is unknown. */
export function MenuIcon({ name, text }: { name: string; text: string }): ReactNode {
  const icon = ICONS[name] ?? OWN_NAMES.get(name)
  return icon ? createElement(icon) : <span aria-hidden>{firstCharacter(text)}</span>
}
