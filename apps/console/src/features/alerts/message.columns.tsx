import { ALERT_MESSAGE_FIELDS } from '@huoqiao/contract/alerts/alerts.fields'
import type { AlertMessage } from '@huoqiao/contract/alerts/alerts.schema'
import { ALERT_STATES, CHANNEL_KINDS } from '@huoqiao/contract/alerts/alerts.status'
import { NOTICE_LEVELS } from '@huoqiao/contract/notices/notices.status'
import type { TableColumnsType } from 'antd'
import { fieldColumns } from '../../ui/field-columns.tsx'
import { OpenButton } from '../../ui/open-button.tsx'
import { StateTag, TableStateTag } from '../../ui/state-tag.tsx'

export const messageColumns = (open: (id: string) => void): TableColumnsType<AlertMessage> =>
  fieldColumns<AlertMessage, typeof ALERT_MESSAGE_FIELDS>(ALERT_MESSAGE_FIELDS, {
    title: {
      render: (_, { id, title }) => <OpenButton onOpen={() => open(id)}>{title}</OpenButton>,
    },
    level: {
      width: 80,
      render: (_, { level, isTest }) =>
        isTest ? '测试' : <StateTag hue={NOTICE_LEVELS[level].hue} label={NOTICE_LEVELS[level].label} bare />,
    },
    isTest: null,
    channelName: {
      width: 170,
      ellipsis: true,
      render: (_, { channelName, channelKind }) => <span title={CHANNEL_KINDS[channelKind]}>{channelName}</span>,
    },
    channelKind: null,
    state: { width: 108, render: (_, { state }) => <TableStateTag table={ALERT_STATES} code={state} /> },
    reason: { width: 240, ellipsis: true },
    attempts: { width: 90 },
    createdAt: { width: 160 },
    // The other fields are shown in the drawer.
    items: null,
    answer: null,
    nextAt: null,
    sentAt: null,
  })
