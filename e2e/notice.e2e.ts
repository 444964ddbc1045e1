import { expect, type Page, test, type Worker } from '@playwright/test'
import { desk } from './bad-days.ts'
import { launch } from './media/launch.ts'
import { signIn } from './people.ts'
import type { TestServer } from './server.ts'
import { twoAtWork } from './two-at-work.ts'
import { shot } from './shots.ts'
import { still } from './themes.ts'

/** A notice from who writes it to who reads it, each in a browser of their own. */

let server: TestServer
let doctor: Page
let nurse: Page
twoAtWork(
  (work) => {
    ;({ server, doctor, nurse } = work)
  },
  '/message/schedule',
  '/message/notify',
)

const row = (page: Page, text: string) => page.locator('#content tbody tr[data-row]').filter({ hasText: text })
const toast = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text })
const bell = (page: Page) => page.locator('.topbar').getByRole('button', { name: /^提醒/ })
const unread = async (page: Page) => Number(/\d+/.exec((await bell(page).getAttribute('aria-label')) ?? '')?.[0] ?? 0)

test('[NOTI-01~] [NOTI-02~] a notice is planned, changed, sent at its minute, said wherever one is, and read from the bell', async () => {
  await expect(row(doctor, '流感疫苗')).toContainText('失敗')
  await doctor.keyboard.press('a')
  const form = doctor.getByRole('dialog').filter({ hasText: '新增通知' })
  await form.getByRole('button', { name: '排定傳送' }).click()
  await expect(form.locator('.help.err')).toHaveText('必填')
  await form.getByLabel(/^同仁/).fill('陳怡蓁')
  await doctor.locator('.ant-select-item-option').filter({ hasText: '陳怡蓁' }).first().click()
  await expect(form.locator('.reached')).toContainText('同仁 1 位')
  await form.getByLabel(/^內容/).fill('{name}，下午三點急救車點班')
  await expect(form.locator('.reached')).toContainText('預覽：陳怡蓁，下午三點急救車點班')
  await still(doctor)
  await shot(doctor, 'schedule.form')
  await form.getByRole('button', { name: '排定傳送' }).click()
  // At night it is asked once more.
  const night = doctor.getByRole('button', { name: '仍要傳送' })
  await expect(night.or(toast(doctor, '通知將於'))).toBeVisible()
  if (await night.isVisible()) await night.click()
  await expect(toast(doctor, '通知將於')).toBeVisible()
  const drawer = doctor.locator('aside.drawer')
  await expect(drawer).toContainText('等待傳送')
  const before = await unread(nurse)

  // Its hour is brought near by the call that the form makes, for a journey has no hour to wait.
  const id = new URL(doctor.url()).searchParams.get('open') ?? ''
  const said = await doctor.evaluate(async (which) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt')}` }
    const { data } = await (await fetch(`/his/api/notices/${which}`, { headers })).json()
    const sendAt = new Date(Date.now() + 1500).toISOString()
    const body = {
      content: data.content,
      audience: data.audience,
      channels: data.channels,
      version: data.version,
      sendAt,
    }
    const answer = await fetch(`/his/api/notices/${which}`, { method: 'PUT', headers, body: JSON.stringify(body) })
    return answer.status
  }, id)
  expect(said).toBe(200)
  await expect(toast(nurse, '收到通知')).toBeVisible()
  await expect.poll(() => unread(nurse)).toBe(before + 1)
  await expect(row(nurse, '陳怡蓁，下午三點急救車點班')).toContainText('未讀')
  await expect(drawer).toContainText('已傳送')
  await still(nurse)
  await shot(nurse, 'notify')

  await bell(nurse).click()
  await nurse.locator('.alertlist button').filter({ hasText: '急救車點班' }).click()
  await expect(nurse).toHaveURL(/\/message\/schedule\?.*open=/)
  await expect(nurse.locator('aside.drawer')).toContainText('下午三點急救車點班')
  await expect.poll(() => unread(nurse)).toBe(before)
  await expect(drawer.locator('.whoget')).toContainText('已讀')
  // What was sent is changed no more, by whoever.
  await expect(drawer.getByRole('button', { name: '修改' })).toHaveCount(0)
})

/** As the page's own calls go. */
const api = <T>(page: Page, method: string, path: string, body?: object): Promise<T> =>
  page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${localStorage.getItem('jwt')}` }
      const answer = await fetch(`/his/api/${where}`, {
        method: String(how),
        headers,
        body: what ? String(what) : null,
      })
      const said = (await answer.json()) as { status: string; data: unknown }
      if (said.status !== 'OK') throw new Error(`${where}: ${said.status}`)
      return said.data as never
    },
    [method, path, body === undefined ? null : JSON.stringify(body)],
  )

test('[NOTI-01] the bar counts opinion, todo, schedule, msg and noti; a row leads to its matter and is read; all are read at once, and that is taken back', async () => {
  const lin = await api<{ mid: number }>(doctor, 'GET', 'userinfo/3')
  const content = `請回電 ${Date.now()}`
  await api(nurse, 'POST', 'todolist', { content, recipientMid: lin.mid })
  const talk = await api<{ id: number }>(nurse, 'POST', 'newdoctorchat', { mid: lin.mid })
  await api(nurse, 'POST', 'savechatmsg', { id: talk.id, clientId: crypto.randomUUID(), textContent: '請看待辦' })
  const sendAt = new Date(Date.now() + 1500).toISOString()
  const audience = [{ kind: 'staff', mids: [lin.mid] }]
  await api(nurse, 'POST', 'notices', { content: `${content}（通知）`, audience, sendAt })
  await doctor.goto(`${server.url}/message/notify`)
  await expect(row(doctor, '（通知）')).toContainText('未讀')
  const counts = await api<Record<string, number>>(doctor, 'GET', 'counts')
  const bar = {
    opinion: '/opinion',
    todo: '/todolist',
    schedule: '/message/schedule',
    messages: '/message/chat',
    noti: '/message/notify',
  }
  for (const [key, path] of Object.entries(bar)) {
    expect(counts[key], key).toBeGreaterThan(0)
    await expect(doctor.locator(`nav a[href^="${path}"]`).first()).toContainText(String(counts[key]))
  }
  // The bell and the list are one, and a reload changes neither.
  const before = await unread(doctor)
  expect(before).toBe(counts.noti)
  await doctor.reload()
  await expect.poll(() => unread(doctor)).toBe(before)
  // A row leads to its matter, and is read by it; also by the keyboard.
  await row(doctor, '（通知）').click()
  await expect(doctor).toHaveURL(/\/message\/schedule\?.*open=/)
  await doctor.goBack()
  await expect(row(doctor, '（通知）').getByRole('button', { name: '標為未讀' })).toBeVisible()
  await expect.poll(() => unread(doctor)).toBe(before - 1)
  await row(doctor, content).first().focus()
  await doctor.keyboard.press('j')
  await doctor.keyboard.press('Enter')
  await expect(doctor).not.toHaveURL(/message\/notify/)
  await doctor.goBack()
  // All of them, and back.
  await expect(doctor.getByRole('button', { name: '標為已讀' }).first()).toBeVisible()
  const left = await unread(doctor)
  await doctor.getByRole('button', { name: '全部已讀' }).click()
  await expect.poll(() => unread(doctor)).toBe(0)
  await toast(doctor, '標為已讀').getByRole('button', { name: '復原' }).click()
  await expect.poll(() => unread(doctor)).toBe(left)
})

test('[NOTI-03] who was not reached stands there with the reason, and is tried again by a button', async () => {
  await doctor.goto(`${server.url}/message/schedule`)
  await row(doctor, '流感疫苗').click()
  const drawer = doctor.locator('aside.drawer')
  const failed = drawer.locator('.whoget tr').filter({ hasText: '失敗' })
  await expect(failed).toContainText('沒有可用的聯絡方式')
  await drawer.getByRole('button', { name: '重送失敗者' }).click()
  await expect(toast(doctor, '已重新傳送')).toBeVisible()
  await expect(failed).toHaveCount(0)
  await expect(row(doctor, '流感疫苗')).not.toContainText('失敗')
})

test('[NOTI-04] a tab that is hidden puts it on the desktop, a closed one is woken by a push that leads to the entry, and each kind sounds as the person chose @proof', async () => {
  // A browser of its own, for the other ones of this file have no notifications.
  const party = await launch('staff', {}, desk)
  const { page: pharmacist } = party
  const context = pharmacist.context()
  await signIn(pharmacist, server, 'pharm.wu', '/message/notify')
  await context.grantPermissions(['notifications'], { origin: server.url })
  // What the page gives to the loudspeaker and to the desktop is counted where the browser takes it.
  await pharmacist.addInitScript(() => {
    const told = { tones: 0, alerts: [] as { title: string; tag: string }[], hidden: false }
    Reflect.set(window, 'told', told)
    Object.defineProperty(document, 'hidden', { get: () => told.hidden })
    const { start } = OscillatorNode.prototype
    OscillatorNode.prototype.start = function (...given) {
      told.tones += 1
      return start.apply(this, given)
    }
    window.Notification = class extends Notification {
      constructor(title: string, options: NotificationOptions = {}) {
        super(title, options)
        told.alerts.push({ title, tag: options.tag ?? '' })
      }
    }
  })
  // What says an entry that arrives comes after everything that is asked for first.
  const there = () => pharmacist.waitForLoadState('networkidle')
  await pharmacist.reload()
  await there()
  type Told = { tones: number; alerts: { title: string; tag: string }[]; hidden: boolean }
  const told = () => pharmacist.evaluate(() => Reflect.get(window, 'told') as Told)
  const wu = await api<{ mid: number }>(pharmacist, 'GET', 'userinfo/3')
  const arrives = async (content: string) => {
    const before = await unread(pharmacist)
    await api(doctor, 'POST', 'todolist', { content, recipientMid: wu.mid })
    await expect.poll(() => unread(pharmacist)).toBe(before + 1)
    const entries = await api<{ id: string; kind: string }[]>(pharmacist, 'GET', 'notifications?pageSize=20')
    return entries[0]?.kind === 'todo' ? (entries[0]?.id ?? '') : ''
  }
  // In sight it is said and sounds; the desktop has nothing of it.
  await pharmacist.locator('#content').click({ position: { x: 2, y: 2 } })
  await arrives('聽得見')
  await expect.poll(async () => (await told()).tones).toBe(2)
  expect((await told()).alerts).toEqual([])
  // The person turns the sound of this kind off, and that of others stays.
  await pharmacist.goto(`${server.url}/message/notify`)
  await there()
  await pharmacist.getByRole('button', { name: '提醒方式' }).click()
  const settings = pharmacist.getByRole('dialog').filter({ hasText: '此瀏覽器的推播' })
  const sound = settings.getByRole('checkbox', { name: /待辦.*聲音/ })
  await sound.click()
  await expect(sound).not.toBeChecked()
  await expect(settings.getByRole('checkbox', { name: /會診.*聲音/ })).toBeChecked()
  await pharmacist.keyboard.press('Escape')
  await pharmacist.evaluate(() => Object.assign(Reflect.get(window, 'told') as object, { hidden: true, tones: 0 }))
  const quiet = await arrives('聽不見')
  await expect.poll(async () => (await told()).alerts).toEqual([{ title: '收到一件新的交辦', tag: `entry-${quiet}` }])
  expect((await told()).tones).toBe(0)
  // Not to the desktop either, if the person wishes so; another kind is heard as before.
  await pharmacist.getByRole('button', { name: '提醒方式' }).click()
  const desktop = settings.getByRole('checkbox', { name: /待辦.*桌面/ })
  await desktop.click()
  await expect(desktop).not.toBeChecked()
  await pharmacist.keyboard.press('Escape')
  await arrives('只在清單')
  const entries = (await unread(pharmacist)) + 1
  const sendAt = new Date(Date.now() + 1000).toISOString()
  await api(doctor, 'POST', 'notices', {
    content: '聽得見的通知',
    audience: [{ kind: 'staff', mids: [wu.mid] }],
    sendAt,
  })
  await expect.poll(async () => (await told()).tones).toBe(2)
  expect((await told()).alerts.map(({ title }) => title)).toEqual(['收到一件新的交辦', '收到通知'])
  // Words of a conversation do the same, by its number alone, and leave no entry.
  await expect.poll(() => unread(pharmacist)).toBe(entries)
  const { id: talk } = await api<{ id: number }>(doctor, 'POST', 'newdoctorchat', { mid: wu.mid })
  await api(doctor, 'POST', 'savechatmsg', { id: talk, clientId: crypto.randomUUID(), textContent: '第三床請看一下' })
  await expect.poll(async () => (await told()).alerts.at(-1)).toEqual({ title: '您有新的訊息', tag: `words-${talk}` })
  expect(await unread(pharmacist)).toBe(entries)

  // Woken by a push: with a tab in sight nothing is shown, for that tab says it.
  await pharmacist.evaluate(() =>
    navigator.serviceWorker.register('/sw.js?lang=zh-TW').then(() => navigator.serviceWorker.ready),
  )
  const beside = await context.newPage()
  const tools = await context.newCDPSession(beside)
  const registration = new Promise<string>((resolve) =>
    tools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const own = registrations.find(({ scopeURL }) => scopeURL === `${server.url}/`)
      if (own) resolve(own.registrationId)
    }),
  )
  await tools.send('ServiceWorker.enable')
  const push = async (entry: { id: string; kind: string; tab?: number }) =>
    tools.send('ServiceWorker.deliverPushMessage', {
      origin: server.url,
      registrationId: await registration,
      data: JSON.stringify({ title: 'Teleward', body: JSON.stringify(entry) }),
    })
  // One that another has followed answers as well, and no push comes to it.
  const living = async () => {
    for (const one of context.serviceWorkers()) {
      const state = await one
        .evaluate(() => (Reflect.get(self, 'serviceWorker') as ServiceWorker).state)
        .catch(() => '')
      if (state === 'activated') return one
    }
    return null
  }
  await expect.poll(async () => (await living()) !== null).toBe(true)
  const worker = (await living()) as Worker
  // A browser without a screen shows every tab: the worker is told how its tab is seen, and what it asks for is kept.
  type Seen = { as: string; asked: number; alerts: number; focused: number; url: string }
  await worker.evaluate(() => {
    const clients = Reflect.get(self, 'clients') as {
      matchAll(of: object): Promise<{ postMessage(what: unknown): void }[]>
      openWindow(url: string): Promise<null>
    }
    const seen = { as: 'visible', asked: 0, alerts: 0, focused: 0, url: '' }
    const all = clients.matchAll.bind(clients)
    clients.matchAll = async (of) => {
      const as = seen.as
      seen.asked += 1
      return (await all(of)).map((tab) => ({
        visibilityState: as,
        focus: async () => {
          seen.focused += 1
        },
        postMessage: (what: unknown) => tab.postMessage(what),
      }))
    }
    const here = Reflect.get(self, 'registration') as ServiceWorkerRegistration
    const show = here.showNotification.bind(here)
    here.showNotification = async (...all) => {
      await show(...all)
      seen.alerts += 1
    }
    clients.openWindow = async (url) => {
      seen.url = url
      return null
    }
    Reflect.set(self, 'seen', seen)
  })
  const seen = () => worker.evaluate(() => Reflect.get(self, 'seen') as Seen)
  // Whoever asks the browser for its notifications while one is on its way to the desktop makes it forget that one.
  const shown = async (count: number) => {
    await expect.poll(async () => (await seen()).alerts).toBe(count)
    return open()
  }
  const open = () =>
    worker.evaluate(async () => {
      const here = Reflect.get(self, 'registration') as ServiceWorkerRegistration
      return (await here.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
    })
  const click = () =>
    worker.evaluate(async () => {
      const here = Reflect.get(self, 'registration') as ServiceWorkerRegistration
      const [notification] = await here.getNotifications()
      const Clicked = Reflect.get(self, 'NotificationEvent') as new (type: string, of: object) => Event
      self.dispatchEvent(new Clicked('notificationclick', { notification }))
    })
  const alert = { title: 'Teleward 通知', body: '您有新的待辦事項', tag: `entry-${quiet}` }
  // One that comes while the tab is in sight is that tab's to say; the next comes while it is hidden.
  await push({ id: crypto.randomUUID(), kind: 'opinion' })
  await expect.poll(async () => (await seen()).asked).toBe(1)
  await worker.evaluate(() => Object.assign(Reflect.get(self, 'seen') as object, { as: 'hidden' }))
  await push({ id: quiet, kind: 'todo' })
  expect(await shown(1)).toEqual([alert])
  // The tab that is there comes forward, at the entry and not loaded anew.
  await pharmacist.evaluate(() => Reflect.set(window, 'sameLoad', true))
  await click()
  // The entry's own address is passed through on the way to its matter.
  await expect(pharmacist).toHaveURL(/\/todolist\?.*open=/)
  await expect(pharmacist.locator('#content')).toContainText('聽不見')
  expect([await seen(), await pharmacist.evaluate(() => 'sameLoad' in window)]).toMatchObject([
    { focused: 1, url: '' },
    true,
  ])
  await expect.poll(open).toEqual([])
  // None is there any more: the click asks for the entry's own address.
  await pharmacist.close()
  await push({ id: quiet, kind: 'todo' })
  expect(await shown(2)).toEqual([alert])
  await click()
  await expect.poll(async () => (await seen()).url).toBe(`/message/notify?open=${quiet}`)
  const asked = (await seen()).url
  await push({ id: String(talk), kind: 'msg', tab: 1 })
  expect(await shown(3)).toEqual([{ title: 'Teleward 通知', body: '您有新的訊息', tag: `words-${talk}` }])
  await click()
  await expect.poll(async () => (await seen()).url).toBe(`/message/chat?tab=1&c=${talk}`)
  await beside.goto(server.url + asked)
  await expect(beside.locator('#content')).toContainText('聽不見')
  await beside.goto(`${server.url}/message/chat?tab=1&c=${talk}`)
  await expect(beside.locator('.chatscroll')).toContainText('第三床請看一下')
  await party.close()
})
