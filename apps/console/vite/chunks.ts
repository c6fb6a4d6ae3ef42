import type { Rolldown } from 'vite'

/** Matches a module's id on either kind of separator. */
const at = (...paths: string[]): RegExp =>
  new RegExp(paths.map((path) => path.replaceAll('.', '\\.').replaceAll('/', '[\\\\/]')).join('|'))

/** What a list of cards is made of, and its bulk actions. */
const CARDS = at(
  '/src/ui/(card-list|item-card|list-answer|money-text|origin-dot|outcome-list|picture).ts',
  '/src/ui/(close-after|row-menu|search-field|selection|sort-select|touched-names|view-slot|whole-selection).ts',
  '/src/lib/(address-params|in-pieces|list-query).ts',
  '/src/pickers/store-picker.ts',
)
const SHARED = at('/node_modules/', '/src/ui/', '/src/lib/', '/src/pickers/', '/src/theme/', '/packages/')
const LEAVES = at('/@ant-design/icons/', '/@ant-design/icons-svg/', '/packages/kit/', '/packages/contract/')
/** The code that makes columns and form items of a noun's fields, and formats their values. */
const FIELDS = ['/contract/src/(fields|field-text).ts', '/src/ui/field-(columns|form).tsx']
/** That, and the labels of one noun or of scores: for its own list and form, and for the operation log. The first page needs none. */
const LABELS = at('.fields.ts', '/contract/src/scorecards/', '/contract/src/object-kinds.ts', ...FIELDS)
/** The states of what is bought and sent: no page of the shops' products shows one. */
const BUYING = at('/contract/src/(purchases|placement|deliveries|approvals)/[a-z]+.status.ts')
/** The languages of shops, and the states of their texts: only the pages of translations show them. */
const TRANSLATING = at('/contract/src/translations/', '/contract/src/translation-pushes/')
/** Heavy parts of Ant Design that a page of cards does without, however many pages use them. */
const HEAVY = at(
  '/table/',
  '/tree/',
  '/tree-select/',
  '/modal/',
  '/drawer/',
  '/dialog/',
  '/date-picker/',
  '/picker/',
  '/form/hooks/',
  // Its group reads the names of fields, and so brings the whole form with it.
  '/radio/',
  // antd's skeletons for loading drawers and cards, and the grid of forms: our own skeletons and lists use neither.
  '/antd/es/skeleton/',
  '/antd/es/grid/(row|col|style)',
  // How a form brings the first wrong field into sight.
  '/(scroll-into-view-if-needed|compute-scroll-into-view)/',
)

type Group = Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']

/**
 * What is loaded together. By default the bundler makes a chunk for each set of pages that share something: a first list page was then 98
 * responses, three quarters of them smaller than their own headers.
 *
 * A group contains what matches and everything that this imports, except what is in an earlier group: an earlier chunk never imports a
 * later one, so there are no circular waits. What is in no group (a page's own code, its drawers and dialogs, what two or three of them
 * share) is split by default, so that nothing is loaded that only other pages need.
 */
const inOrder: NonNullable<Group> = [
  { name: 'base', tags: ['$initial'] },
  // Everybody who is not logged in stops here; the shell uses most of it too.
  { name: 'login-page', test: at('/app/login/login.page.tsx') },
  // Every input checks whether it is in a form: the shell contains only that context; validation and fields are loaded with forms.
  { name: 'shell', test: at('/app/shell/shell.tsx', '/@rc-component/form/es/FormContext.js') },
  { name: 'fields', test: at('/@rc-component/form/', '/@rc-component/async-validator/') },
  // Icons, units, states and their words: tiny, and importing nothing but each other.
  {
    name: 'words',
    test: (id) => LEAVES.test(id) && !LABELS.test(id) && !BUYING.test(id) && !TRANSLATING.test(id),
    minShareCount: 8,
  },
  { name: 'buying-words', test: BUYING, minShareCount: 3 },
  { name: 'translating-words', test: (id) => TRANSLATING.test(id) && !LABELS.test(id), minShareCount: 3 },
  // What at least a quarter of the hundred and fifty-five pages, drawers and dialogs use.
  {
    name: 'shared',
    test: (id) => SHARED.test(id) && !HEAVY.test(id) && !LABELS.test(id) && !TRANSLATING.test(id),
    minShareCount: 39,
  },
  { name: 'cards', test: CARDS },
  { name: 'windows', test: at('/antd/es/modal/index.js', '/antd/es/drawer/index.js') },
  { name: 'table', test: at('/antd/es/table/index.js') },
  { name: 'form', test: at('/antd/es/form/index.js', '/src/ui/record-drawer.tsx', '/src/ui/save-foot.tsx') },
  { name: 'labels', test: at(...FIELDS) },
  // The shell shows all three as soon as it is rendered.
  { name: 'signs', test: at('/notice-bell.tsx', '/order-task.sign.tsx', '/task-tray.tsx') },
]

export const chunkGroups = inOrder.map((group, place) => ({ ...group, priority: inOrder.length - place }))
