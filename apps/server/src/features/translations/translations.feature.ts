import { answers, defineFeature, follows } from '../../define-feature.ts'
import { filesFeature } from '../files/index.ts'
import { marketplaceFeature } from '../marketplace/index.ts'
import { productContentChanged, productsFeature } from '../products/index.ts'
import { forbiddenWordsIn, storesFeature } from '../stores/index.ts'
import { approvedTexts } from './approved-texts.service.ts'
import { glossaryService } from './glossary.service.ts'
import { languagesService } from './languages.service.ts'
import { exchangeService } from './exchange.service.ts'
import { fillingService } from './filling.service.ts'
import { marketScopes } from './market-scope.service.ts'
import { offerTextsService } from './offer-texts.service.ts'
import { picturesService } from './pictures.service.ts'
import { productTexts } from './product-texts.service.ts'
import { providersService } from './providers.service.ts'
import { recognisingService } from './recognising.service.ts'
import { recognitionTasks } from './recognition-tasks.service.ts'
import { replacingService } from './replacing.service.ts'
import { sheetViews } from './sheet-view.service.ts'
import { spendingService } from './spending.service.ts'
import { taskRun } from './task-run.service.ts'
import { taskWatch } from './task-watch.service.ts'
import { tasksService } from './tasks.service.ts'
import { termsOf } from './terms.service.ts'
import { textUndo } from './text-undo.service.ts'
import { textWriting } from './text-writing.service.ts'
import { recountTranslations, translationsJobs } from './translations.jobs.ts'
import { translationsRoutes } from './translations.routes.ts'
import { workbenchGrid } from './workbench-grid.service.ts'

/** The products' texts in the languages of the shops: glossary, memory, providers, and the workbench. */
export const translationsFeature = defineFeature({
  name: 'translations',
  needs: { files: filesFeature, products: productsFeature, stores: storesFeature, marketplace: marketplaceFeature },
  consumes: [follows(productContentChanged, recountTranslations)],
  answers: [answers(forbiddenWordsIn, (base, tx, asked) => termsOf(base).forbiddenIn(tx, asked))],
  build(deps) {
    const { db } = deps
    const writing = textWriting(deps)
    const terms = termsOf(deps)
    const languages = languagesService({ ...deps, writing })
    const offers = offerTextsService(deps)
    const scopes = marketScopes(deps)
    const views = sheetViews({ terms, offers, scopes })
    const texts = productTexts({ db, writing, terms, scopes, views })
    const undo = textUndo({ db, writing, scopes, views })
    const glossary = glossaryService(deps)
    const replacing = replacingService({ ...deps, writing, scopes, terms })
    const exchange = exchangeService({ ...deps, writing, scopes, terms })
    const spending = spendingService(deps)
    const providers = providersService({ ...deps, spending })
    const filling = fillingService({ db, writing, terms, spending, offers })
    const tasks = tasksService({ ...deps, writing, filling, providers, spending })
    const watch = taskWatch(deps)
    const pictures = picturesService({ writing, providers })
    const recognising = recognisingService({ ...deps, pictures, providers, spending })
    const recognition = recognitionTasks({ ...deps, writing, providers, spending, tasks })
    const runs = taskRun({ ...deps, filling, recognising, providers })
    translationsJobs(deps.jobs, {
      recount: (productIds) => db.transaction((tx) => writing.recount(tx, productIds)),
      countLanguage: (locale, signal) => languages.count(locale, signal),
      runTask: (run, signal) => runs.run(run, signal),
    })
    return {
      api: approvedTexts({ writing, terms }),
      routes: translationsRoutes({
        db,
        languages,
        grid: workbenchGrid,
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
      }),
    }
  },
})
