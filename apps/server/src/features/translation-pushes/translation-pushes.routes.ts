import type { translationPushesEndpoints } from '@huoqiao/contract/translation-pushes/translation-pushes.endpoints'
import type { RoutesOf } from '../../http/handlers.ts'
import type { PushPreview } from './push-preview.service.ts'
import type { PushRequests } from './push-requests.service.ts'
import type { PushWatch } from './push-watch.service.ts'

export const translationPushesRoutes = ({
  preview,
  requests,
  watch,
}: {
  preview: PushPreview
  requests: PushRequests
  watch: PushWatch
}): RoutesOf<keyof typeof translationPushesEndpoints> => ({
  previewTranslationPush: (call, input) => preview.previewTranslationPush(call, input),
  pushTranslations: (call, input) => call.write((tx) => requests.pushTranslations(tx, call, input)),
  queryTranslationPushes: (_call, input) => watch.queryTranslationPushes(input),
  getTranslationPushCountByState: (_call, input) => watch.getTranslationPushCountByState(input),
  getTranslationPush: (_call, input) => watch.getTranslationPush(input),
  cancelTranslationPush: (call, input) => call.write((tx) => requests.cancelTranslationPush(tx, call, input.pushId)),
  retryTranslationPush: (call, input) => call.write((tx) => requests.retryTranslationPush(tx, call, input.pushId)),
  undoTranslationPush: (call, input) => call.write((tx) => requests.undoTranslationPush(tx, call, input.pushId)),
})
