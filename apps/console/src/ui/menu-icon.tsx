import {
  AlertOutlined,
  ApiOutlined,
  AppstoreOutlined,
  AuditOutlined,
  BarChartOutlined,
  BellOutlined,
  BookOutlined,
  CloudDownloadOutlined,
  ContainerOutlined,
  ControlOutlined,
  DatabaseOutlined,
  DollarOutlined,
  EditOutlined,
  FileTextOutlined,
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
  ShoppingOutlined,
  SyncOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
  UserOutlined,
} from '@ant-design/icons'
import type { ComponentType, ReactNode } from 'react'
import { createElement } from 'react'
import { firstCharacter } from '../lib/format.ts'

/** Icons that a menu entry may name (`menuIcon`); Ant Design's own name for them is understood too. */
const ICONS: Readonly<Record<string, ComponentType>> = {
  home: HomeOutlined,
  shop: ShopOutlined,
  appstore: AppstoreOutlined,
  link: LinkOutlined,
  book: BookOutlined,
  product: ShoppingOutlined,
  search: SearchOutlined,
  collect: CloudDownloadOutlined,
  inbox: InboxOutlined,
  list: AppstoreOutlined,
  sync: SyncOutlined,
  price: DollarOutlined,
  tags: TagsOutlined,
  store: ShopOutlined,
  order: ContainerOutlined,
  purchase: ShoppingCartOutlined,
  review: AuditOutlined,
  warning: AlertOutlined,
  notice: BellOutlined,
  setting: SettingOutlined,
  config: ControlOutlined,
  account: UserOutlined,
  role: SafetyOutlined,
  team: TeamOutlined,
  menu: MenuOutlined,
  dictionary: BookOutlined,
  element: KeyOutlined,
  log: HistoryOutlined,
  chart: BarChartOutlined,
  data: DatabaseOutlined,
  test: ToolOutlined,
  api: ApiOutlined,
  edit: EditOutlined,
  file: FileTextOutlined,
}
const OWN_NAMES: ReadonlyMap<string, ComponentType> = new Map(
  Object.values(ICONS).map((icon) => [(icon as { displayName?: string }).displayName ?? '', icon]),
)

/** What a menu entry may be given, in the order of the picker. */
export const MENU_ICON_NAMES: readonly string[] = Object.keys(ICONS)

/** The icon of a menu entry; its first character where the name is not known. */
export function MenuIcon({ name, text }: { name: string; text: string }): ReactNode {
  const icon = ICONS[name] ?? OWN_NAMES.get(name)
  return icon ? createElement(icon) : <span aria-hidden>{firstCharacter(text)}</span>
}
