import {
  AuditOutlined,
  ControlOutlined,
  DatabaseOutlined,
  FileTextOutlined,
  ShoppingOutlined,
  TagsOutlined,
  TeamOutlined,
  ToolOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

/** Icons that no default menu uses: loaded when a menu entry names one, and for the picker. */
export const MORE_ICONS: Readonly<Record<string, ComponentType>> = {
  product: ShoppingOutlined,
  tags: TagsOutlined,
  review: AuditOutlined,
  config: ControlOutlined,
  team: TeamOutlined,
  data: DatabaseOutlined,
  test: ToolOutlined,
  file: FileTextOutlined,
}
