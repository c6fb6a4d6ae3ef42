/**
 * Opens the console without a network, for a phone in the warehouse. Registered by the receiving page (outbox/offline-console.ts), which
 * passes the paths of calls in its address: `read`, whose last answers are kept, and `session`, whose calls begin or end a session.
 *
 * It never answers from its cache while the server can be reached, except scripts and styles, whose names change with their content.
 */
const PROGRAM = 'huoqiao-program'
const ANSWERS = 'huoqiao-answers'
const PAGE = '/'
const given = new URL(self.location.href).searchParams
const READS = new Set(given.getAll('read'))
const SESSION = new Set(given.getAll('session'))

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
/** What the page had loaded before this worker was there. */
self.addEventListener('message', (event) => event.waitUntil(keepLoaded(event.data.keep)))
self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== self.location.origin) return
  // What the former person read is not shown to the next one.
  if (SESSION.has(pathname)) event.waitUntil(caches.delete(ANSWERS))
  if (request.method !== 'GET') return
  if (request.mode === 'navigate') event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
  else if (READS.has(pathname)) event.respondWith(answer(request))
})

async function keepLoaded(paths) {
  await keepPage(await fetch(PAGE))
  await (await caches.open(PROGRAM)).addAll(paths)
}

/** The console's one page, whatever the address. */
async function page(request) {
  try {
    const response = await fetch(request)
    if (response.ok && response.headers.get('content-type')?.startsWith('text/html')) await keepPage(response.clone())
    return response
  } catch (error) {
    const kept = await (await caches.open(PROGRAM)).match(PAGE)
    if (kept) return kept
    throw error
  }
}

/** A new version of the page has new scripts: the old ones are not needed any more. */
async function keepPage(response) {
  const program = await caches.open(PROGRAM)
  const [next, former] = [await response.clone().text(), await (await program.match(PAGE))?.text()]
  if (next === former) return
  if (former !== undefined) for (const request of await program.keys()) await program.delete(request)
  await program.put(PAGE, response)
}

async function asset(request) {
  const program = await caches.open(PROGRAM)
  const kept = await program.match(request)
  if (kept) return kept
  const response = await fetch(request)
  if (response.ok) await program.put(request, response.clone())
  return response
}

/** Without its headers: a renewed token in them is valid only once. */
async function answer(request) {
  const answers = await caches.open(ANSWERS)
  try {
    const response = await fetch(request)
    const text = await response.clone().text()
    if (response.ok && JSON.parse(text).code === 200) await answers.put(request.url, withText(text))
    return response
  } catch (error) {
    const kept = await answers.match(request.url)
    if (kept) return kept
    throw error
  }
}

const withText = (text) => new Response(text, { headers: { 'content-type': 'application/json; charset=utf-8' } })
