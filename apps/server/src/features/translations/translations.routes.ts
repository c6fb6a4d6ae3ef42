import type { exchangeEndpoints } from '@huoqiao/contract/translations/exchange.endpoints'
import type { glossaryEndpoints } from '@huoqiao/contract/translations/glossary.endpoints'
import type { providersEndpoints } from '@huoqiao/contract/translations/providers.endpoints'
import type { replacingEndpoints } from '@huoqiao/contract/translations/replacing.endpoints'
import type { picturesEndpoints } from '@huoqiao/contract/translations/pictures.endpoints'
import type { translationTasksEndpoints } from '@huoqiao/contract/translations/tasks.endpoints'
import type { translationsEndpoints } from '@huoqiao/contract/translations/translations.endpoints'
import type { Db } from '../../db/db.ts'
import type { RoutesOf } from '../../http/handlers.ts'
import type { ExchangeService } from './exchange.service.ts'
import type { GlossaryService } from './glossary.service.ts'
import type { LanguagesService } from './languages.service.ts'
import type { PicturesService } from './pictures.service.ts'
import type { ProductTexts } from './product-texts.service.ts'
import type { ProvidersService } from './providers.service.ts'
import type { RecognisingService } from './recognising.service.ts'
import type { RecognitionTasks } from './recognition-tasks.service.ts'
import type { ReplacingService } from './replacing.service.ts'
import type { TaskWatch } from './task-watch.service.ts'
import type { TasksService } from './tasks.service.ts'
import type { TextUndo } from './text-undo.service.ts'
import type { WorkbenchGrid } from './workbench-grid.service.ts'

export type TranslationsServices = {
  languages: LanguagesService
  grid: WorkbenchGrid
  texts: ProductTexts
  undo: TextUndo
  glossary: GlossaryService
  replacing: ReplacingService
  exchange: ExchangeService
  providers: ProvidersService
  tasks: TasksService
  watch: TaskWatch
  pictures: PicturesService
  recognising: RecognisingService
  recognition: RecognitionTasks
}

export const translationsRoutes = ({
  db,
  languages,
  grid,
  texts,
  undo,
  glossary,
  replacing,
  exchange,
  providers,
  tasks,
  watch,
  pictures,
  recognising,
  recognition,
}: TranslationsServices & { db: Db }): RoutesOf<
  keyof (typeof translationsEndpoints &
    typeof glossaryEndpoints &
    typeof replacingEndpoints &
    typeof exchangeEndpoints &
    typeof picturesEndpoints &
    typeof providersEndpoints &
    typeof translationTasksEndpoints)
> => ({
  queryTranslationLanguages: () => languages.queryTranslationLanguages(db.handle),
  saveTranslationLanguages: (call, input) => call.write((tx) => languages.saveTranslationLanguages(tx, call, input)),
  queryTranslations: (_call, input) => grid.queryTranslations(db.handle, input),
  getTranslationCountByState: (_call, input) => grid.getTranslationCountByState(db.handle, input),
  getProductTranslations: (_call, input) => texts.getProductTranslations(db.handle, input),
  saveTranslations: (call, input) => call.write((tx) => texts.saveTranslations(tx, call, input)),
  approveTranslations: (call, input) => texts.approveTranslations(call, input),
  lockTranslations: (call, input) => call.write((tx) => texts.lockTranslations(tx, call, input)),
  getTranslationHistory: (_call, input) => undo.getTranslationHistory(db.handle, input),
  undoTranslation: (call, input) => call.write((tx) => undo.undoTranslation(tx, call, input)),
  undoTranslationBatch: (call, input) => undo.undoTranslationBatch(call, input),
  queryGlossaryTerms: (_call, input) => glossary.queryGlossaryTerms(db.handle, input),
  getGlossaryCountByKind: (_call, input) => glossary.getGlossaryCountByKind(db.handle, input),
  addGlossaryTerm: (call, input) => call.write((tx) => glossary.addGlossaryTerm(tx, call, input)),
  updateGlossaryTerm: (call, input) => call.write((tx) => glossary.updateGlossaryTerm(tx, call, input)),
  deleteGlossaryTerm: (call, input) => call.write((tx) => glossary.deleteGlossaryTerm(tx, call, input)),
  applyGlossaryTerm: (call, input) => replacing.applyGlossaryTerm(call, input),
  previewReplaceTranslations: (_call, input) => replacing.previewReplaceTranslations(input),
  replaceTranslations: (call, input) => replacing.replaceTranslations(call, input),
  exportTranslations: (call, input) => exchange.exportTranslations(call, input),
  importTranslations: (call, input) => exchange.importTranslations(call, input),
  queryTranslationProviders: () => providers.queryTranslationProviders(db.handle),
  addTranslationProvider: (call, input) => call.write((tx) => providers.addTranslationProvider(tx, call, input)),
  updateTranslationProvider: (call, input) => call.write((tx) => providers.updateTranslationProvider(tx, call, input)),
  deleteTranslationProvider: (call, input) => call.write((tx) => providers.deleteTranslationProvider(tx, call, input)),
  testTranslationProvider: (call, input) => providers.testTranslationProvider(call, input),
  getProductPictures: (_call, input) => pictures.getProductPictures(db.handle, input),
  savePictureWords: (call, input) => call.write((tx) => pictures.savePictureWords(tx, call, input)),
  acceptPicture: (call, input) => call.write((tx) => pictures.acceptPicture(tx, call, input)),
  recognisePicture: (call, input) => recognising.recognisePicture(call, input),
  foreseeRecognition: (_call, input) => recognition.foreseeRecognition(input),
  recognisePictures: (call, input) => call.write((tx) => recognition.recognisePictures(tx, call, input)),
  foreseeTranslation: (_call, input) => tasks.foreseeTranslation(input),
  translateProducts: (call, input) => call.write((tx) => tasks.translateProducts(tx, call, input)),
  queryTranslationTasks: (_call, input) => watch.queryTranslationTasks(input),
  getTranslationTaskCountByState: (_call, input) => watch.getTranslationTaskCountByState(input),
  queryTranslationTaskItems: (_call, input) => watch.queryTranslationTaskItems(input),
  streamTranslationTasks: (call, input, send) => watch.streamTranslationTasks(call, input, send),
  pauseTranslationTask: (call, input) => call.write((tx) => tasks.pauseTranslationTask(tx, call, input.taskId)),
  resumeTranslationTask: (call, input) => call.write((tx) => tasks.resumeTranslationTask(tx, call, input.taskId)),
  cancelTranslationTask: (call, input) => call.write((tx) => tasks.cancelTranslationTask(tx, call, input.taskId)),
  retryTranslationTask: (call, input) => call.write((tx) => tasks.retryTranslationTask(tx, call, input.taskId)),
})
