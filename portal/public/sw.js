// Wakes for a push while no tab of the portal is in sight: it knows of an entry its kind and its number, what it is about is read
// in the portal, by whoever is signed in there. And it opens the screens of a venue without a line: it keeps files of the portal
// for them, the same for everybody, and never an answer of a call.
const TEXTS = {
  'zh-TW': {
    title: 'Teleward 通知',
    todo: '您有新的待辦事項',
    call: '您有未接來電',
    alert: '有新的危急警示',
    schedule: '您收到一則通知',
    opinion: '您有會診意見事項',
    msg: '您有新的訊息',
    other: '您有新的通知',
  },
  'zh-CN': {
    title: 'Teleward 通知',
    todo: '您有新的待办事项',
    call: '您有未接来电',
    alert: '有新的危急警示',
    schedule: '您收到一条通知',
    opinion: '您有会诊意见事项',
    msg: '您有新的消息',
    other: '您有新的通知',
  },
  en: {
    title: 'Teleward',
    todo: 'You have a new to-do',
    call: 'You have a missed call',
    alert: 'There is a new critical alert',
    schedule: 'A notice came for you',
    opinion: 'An opinion needs you',
    msg: 'You have a new message',
    other: 'You have a new notification',
  },
}
const asked = new URL(self.location.href).searchParams.get('lang')
const texts = TEXTS[asked] ?? TEXTS['zh-TW']

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

// ── a venue without a line ──────────────────────────────────────────────────────────────────────────────────────
const VENUE = 'venue'
const PAGE = '/freeclinic'
const BUILD = '/venue-build'
const SCREENS = new Set(['/freeclinic', '/screening'])
const isBoot = (path) => /^\/(boot\.|favicon)/.test(path)

// Files of another build go: their names are in no page any more.
async function keepFiles(paths) {
  const page = await fetch(PAGE, { cache: 'no-store' })
  if (!page.ok) return false
  const build = /\/assets\/index-[\w-]+\.js/.exec(await page.clone().text())?.[0] ?? ''
  const before = await (await caches.open(VENUE)).match(BUILD)
  if (before && (await before.text()) !== build) await caches.delete(VENUE)
  const cache = await caches.open(VENUE)
  await Promise.all([cache.put(BUILD, new Response(build)), cache.put(PAGE, page)])
  for (const path of paths) if (isBoot(path) || !(await cache.match(path, { ignoreVary: true }))) await cache.add(path)
  return true
}
const keptFile = async (path) => (await caches.open(VENUE)).match(path, { ignoreVary: true })

self.addEventListener('message', (event) => {
  const paths = event.data?.keep
  if (!Array.isArray(paths)) return
  const keep = async () => {
    // Without a line what is there stays.
    const done = await keepFiles(paths).catch(() => false)
    if (done) event.source?.postMessage({ kept: true })
  }
  event.waitUntil(keep())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const first = (answer, path) => answer.catch(async (error) => {
    const there = await keptFile(path)
    if (there) return there
    throw error
  })
  if (pathname.startsWith('/assets/')) event.respondWith(keptFile(pathname).then((there) => there ?? fetch(request)))
  else if (isBoot(pathname)) event.respondWith(first(fetch(request), pathname))
  else if (request.mode === 'navigate' && SCREENS.has(pathname.replace(/\/$/, ''))) event.respondWith(first(fetch(request), PAGE))
})

const windows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

function entryOf(data) {
  try {
    const { body } = data.json()
    const { id, kind, tab } = JSON.parse(body)
    if (kind !== 'msg') return { kind: String(kind), tag: `entry-${id}`, data: { entry: String(id) } }
    // Words leave no entry: they are found in their conversation.
    return { kind, tag: `words-${Number(id)}`, data: { conversation: Number(id), tab: Number(tab) } }
  } catch {
    // What is not ours is said in general, for a push has to show something.
    return NOTHING
  }
}
const NOTHING = { kind: 'other', tag: 'entry-', data: { entry: '' } }
function addressOf({ entry, conversation, tab }) {
  if (conversation) return `/message/chat?tab=${tab}&c=${conversation}`
  return entry ? `/message/notify?open=${encodeURIComponent(entry)}` : '/message/notify'
}

self.addEventListener('push', (event) => {
  const show = async () => {
    // A tab in sight says it itself, with sound and the way there.
    const seen = (await windows()).some((one) => one.visibilityState === 'visible')
    if (seen) return
    const { kind, tag, data } = event.data ? entryOf(event.data) : NOTHING
    // The tag is that of a hidden tab's own alert: of both one stays.
    await self.registration.showNotification(texts.title, {
      body: texts[kind] ?? texts.other,
      tag,
      icon: '/favicon.svg',
      data,
    })
  }
  event.waitUntil(show())
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const data = event.notification.data ?? {}
  const open = async () => {
    // A tab that is there is not loaded anew: a call may be running in it.
    const [tab] = await windows()
    if (!tab) return self.clients.openWindow(addressOf(data))
    await tab.focus()
    if (data.entry || data.conversation) tab.postMessage(data)
  }
  event.waitUntil(open())
})
